"""The file of a core page."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hippo.adapters.template import template_root
from hippo.core.page_text import header_of, joined, rendered_page, split
from hippo.core.pages import Page, limit_of
from hippo.core.settings import CoreSettings
from hippo.store.core_mirrors import FILES
from tests.core.pages_samples import texts


@given(st.lists(texts, max_size=6))
def test_a_file_reads_back_as_the_texts_that_it_was_made_of(wanted: list[str]) -> None:
    assert split(joined("<!-- hippo -->", wanted)) == wanted
    assert split(joined("<!-- hippo -->", wanted).replace("\n", "\r\n")) == wanted


@given(st.lists(texts, max_size=6))
def test_a_file_begins_with_how_much_of_the_page_is_used(wanted: list[str]) -> None:
    used = len("\n§\n".join(wanted))
    first = header_of(rendered_page(Page.USER, wanted, 1375))
    assert first.startswith(f"<!-- hippo core page `user`: {used:,} of 1,375 characters used ({used * 100 // 1375}%).")


def test_a_file_without_a_header_or_with_odd_margins_is_read_all_the_same() -> None:
    assert split("one\n\n§ \n\ntwo\nlines\n§\n \n§") == ["one", "two\nlines"]
    assert split("") == split("§\n§") == []
    assert header_of("# my page\n") == ""


def test_the_template_is_what_hippo_writes_for_an_empty_page() -> None:
    for page, name in FILES.items():
        with open(f"{template_root()}/{name}", encoding="utf-8") as file:
            assert file.read() == rendered_page(page, [], limit_of(page, CoreSettings()))
