"""Secrets are found in every form, and nothing else is taken for one."""

from __future__ import annotations

import itertools
import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.secrets import Secret, find_secrets, mask_secrets
from scripts.benchmarks.door_samples import ALNUM, BASE64, HEX, drawn, filled, leaks, private_key, templates
from tests.growth import reads_linearly

DRAWS = 5
SECRETS = templates("door_secrets", labelled=True)
HARMLESS = [text for _, text in templates("door_harmless")]
#: Those that show by their own shape, wherever they stand.
KEYS = [(kind, match[0]) for kind, text in SECRETS[:50] if (match := re.search("⟦.*?⟧", text))]


@pytest.mark.parametrize(("kind", "template"), KEYS, ids=[template for _, template in KEYS])
def test_a_key_of_a_provider_is_masked_wherever_it_stands(kind, template):
    chance = random.Random(template)
    for _ in range(DRAWS):
        key = filled(template, chance).text
        for text in (key, f"the deploy uses {key} for now", f"x={key};", f"{{'k':'{key}'}}", f"({key})."):
            assert mask_secrets(text) == (text.replace(key, f"[masked {kind}]"), (kind,)), "expected it masked whole"


@pytest.mark.parametrize(("kind", "template"), SECRETS, ids=[template for _, template in SECRETS])
def test_a_secret_is_masked_by_its_shape_its_name_or_its_place(kind, template):
    chance = random.Random(template)
    for _ in range(DRAWS):
        sample = filled(template, chance)
        masked, kinds = mask_secrets(sample.text)
        assert kind in kinds, f"expected {kind}, got {kinds} for a text like {template!r}"
        assert not [*leaks(sample, masked)], f"expected nothing left of a text like {template!r}"


@pytest.mark.parametrize("hidden", ["\u200b", "\u2060", "\u00ad", "\u200c", "\ufeff"])
def test_a_character_without_a_width_hides_no_secret(hidden):
    chance = random.Random(hidden)
    key, password = f"ghp_{drawn(chance, ALNUM, 36)}", f"sunflower{chance.randrange(10, 99)}"
    split = f"{key[:9]}{hidden}{key[9:]}"
    assert mask_secrets(f"نشانه {split}.") == ("نشانه [masked github].", ("github",))
    assert mask_secrets(f"pass{hidden}word: {password}")[0] == f"pass{hidden}word: [masked password]"


@pytest.mark.parametrize("template", HARMLESS)
def test_a_harmless_text_is_left_as_it_is(template):
    chance = random.Random(template)
    for _ in range(DRAWS):
        text = filled(template, chance).text
        assert mask_secrets(text) == (text, ())


@pytest.mark.parametrize("name", ["PRIVATE KEY", "RSA PRIVATE KEY", "OPENSSH PRIVATE KEY", "PGP PRIVATE KEY BLOCK"])
def test_a_private_key_is_masked_whole_or_cut_off(name):
    begin, body, end = private_key(random.Random(name), name=name)
    header = "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0123\n\n"
    for text in (
        f"{begin}\n{body}\n{end}",
        f"{begin}\r\n{body}\r\n{end}".replace("\n", "\r\n"),
        f'"private_key": "{begin}\n{body}\n{end}\n"'.replace("\n", "\\n"),
        f"> {begin}\n> {body}\n> {end}".replace("\n", "\n> "),
        f"{begin}\n{header}{body}\n{end}",
        f"{begin}\n{body}",
        f"{body}\n{end}",
        "".join(f"{number:6}\t{line}\n" for number, line in enumerate([begin, *body.split("\n"), end], 1)),
    ):
        masked, kinds = mask_secrets(f"the key:\n{text}\nis old")
        assert kinds == ("private-key",)
        assert not [line for line in body.split("\n") if line[:20] in masked]
        assert masked.startswith("the key:\n")
        assert masked.endswith("is old")
        assert "-----" not in masked


def test_the_mask_says_what_stood_there_and_keeps_the_rest():
    key = "gh" + "p_" + drawn(random.Random(1), HEX, 36)
    word = "sun" + "flower7"
    text = f"deploy {key} with password: {word} at noon"
    assert mask_secrets(text) == (
        "deploy [masked github] with password: [masked password] at noon",
        ("github", "password"),
    )
    begin = text.index(word)
    assert find_secrets(text) == (
        Secret(kind="github", start=7, end=7 + len(key)),
        Secret(kind="password", start=begin, end=begin + len(word)),
    )


def test_a_secret_is_masked_where_it_is_repeated_without_its_name():
    word, short = "sun" + "flower7", "qu0k" + "ka"
    assert mask_secrets(f"password={word}\ntried {word} twice")[0].count("[masked password]") == 2
    assert mask_secrets(f"password: {short}, {short}s and {short}")[0] == (
        f"password: [masked password], {short}s and [masked password]"
    )


def test_a_secret_inside_of_another_is_one_secret():
    key = "gh" + "p_" + drawn(random.Random(2), HEX, 36)
    assert mask_secrets(f"git clone https://x:{key}@github.com/a/b") == (
        "git clone https://x:[masked github]@github.com/a/b",
        ("github",),
    )
    assert mask_secrets(f"Authorization: Bearer {key}")[1] == ("github",)


def test_letters_that_grow_when_made_small_do_not_move_the_mask():
    word = "sun" + "flower7"
    assert mask_secrets(f"İİİİ PASSWORD={word} İ") == ("İİİİ PASSWORD=[masked password] İ", ("password",))


def test_a_secret_does_not_show_in_its_own_name():
    key = "gh" + "p_" + drawn(random.Random(3), HEX, 36)
    assert key not in repr(find_secrets(f"use {key}"))


CHANCE = random.Random(7)
SAMPLES = [filled(template, CHANCE).text for template in [*HARMLESS, *(template for _, template in SECRETS)]]
PIECES = st.lists(
    st.sampled_from([*SAMPLES, *(s[:9] for s in SAMPLES), " ", "\n", '"', "=", ":", "@", "[masked x]", "ﬁ"])
)


@given(st.text() | PIECES.map("".join) | PIECES.map(" ".join))
def test_masking_twice_is_masking_once_and_leaves_no_secret(text):
    secrets = find_secrets(text)
    masked, kinds = mask_secrets(text)
    assert mask_secrets(masked) == (masked, ())
    assert bool(secrets) == bool(kinds)
    assert all(one.end <= other.start for one, other in itertools.pairwise(secrets))
    found = [text[secret.start : secret.end] for secret in secrets]
    assert not [secret for secret in found if len(secret) >= 12 and secret in masked]


LONG = [
    "a" * 100_000,
    "password " * 10_000,
    "://" * 30_000,
    "key=" * 20_000,
    "eyJ" * 30_000,
    "-----BEGIN PRIVATE KEY-----" * 3_000,
    "-----END PRIVATE KEY-----\n" * 3_000,
    "a_key: " + "b1-" * 30_000,
    "curl " + " -u a:b" * 9_000,
    "mysql " * 9_000,
    "cookie: " + "a=b1; " * 9_000,
    "=\"'" * 30_000,
    drawn(random.Random(4), BASE64, 100_000) + " PRIVATE KEY",
    "login a " * 9_000 + "password b1",
    'pass"' + " " * 90_000,
    "password: " + "aA1" * 30_000,
    "password=" * 4_000,
    "token=" * 4_000,
    "DB_PASSWORD=a1 " * 8_000,
    'passphrase: "aaa bbb ' * 8_000,
    "http -a " * 9_000,
    'curl -b "a' * 9_000,
    "ENV " * 20_000,
]


def test_a_long_value_is_masked_to_its_end():
    value = drawn(random.Random(5), BASE64, 3_000)
    assert mask_secrets(f"token={value} x")[0] == "token=[masked token] x"
    assert mask_secrets(f"password: {value}, y")[0] == "password: [masked password], y"


@pytest.mark.parametrize("text", LONG, ids=[text[:12] for text in LONG])
def test_no_text_costs_more_than_its_length(text):
    assert reads_linearly(find_secrets, text)
