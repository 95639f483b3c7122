from __future__ import annotations

import re

from hippo.importers.wordlists import any_of


def test_words_stand_apart_by_white_space_and_a_tilde_is_one_within() -> None:
    pattern = re.compile(any_of("white~space line-?~?ends? \n tabs?"))
    assert all(map(pattern.fullmatch, ["white space", "white  space", "line end", "lineends", "line-end", "tab"]))
    assert not any(map(pattern.fullmatch, ["white", "whitespace", "white~space", "tabs tabs"]))
