"""A command line as it may be told."""

from __future__ import annotations

import pytest

from hippo.core.command_text import MARK, line_of, one_line, secret_values, without_values, without_variables


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("DB=x make", f"DB={MARK} make"),
        ("env A=b C_D='e f' make test", f"env A={MARK} C_D={MARK} make test"),
        ('export K="a b" && run', f"export K={MARK} && run"),
        ("T=$(cat key) run; U=abc go", f"T={MARK} run; U={MARK} go"),
        ("NODE_ENV=production PORT=7001 CI=true run", "NODE_ENV=production PORT=7001 CI=true run"),
        ("PIN=123456 CODE=test1 run", f"PIN={MARK} CODE={MARK} run"),
        ("cmake -DCMAKE_BUILD_TYPE=Debug ..", "cmake -DCMAKE_BUILD_TYPE=Debug .."),
        ("run --name=x --KEY=y a=b", "run --name=x --KEY=y a=b"),
        ("make test", "make test"),
        ("A= make", "A= make"),
    ],
)
def test_the_values_of_variables_are_masked(command: str, told: str) -> None:
    assert without_variables(command) == told


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("curl -u ana:s3cret-pw http://x/", "curl -u ana:[masked password] http://x/"),
        ("curl -s --user='ana:s3cret' x | sh", "curl -s --user='ana:[masked password]' x | sh"),
        ("cd a && http -a ana:s3cret GET x", "cd a && http -a ana:[masked password] GET x"),
        ("docker run -u 1000:1000 image", "docker run -u 1000:1000 image"),
        ("curl http://x:80/ -u ana", "curl http://x:80/ -u ana"),
        ("curl x; docker run -u 1000:1000 image", "curl x; docker run -u 1000:1000 image"),
    ],
)
def test_the_password_of_a_login_is_masked(command: str, told: str) -> None:
    assert without_variables(command) == told


def test_a_program_is_told_as_one_would_type_it() -> None:
    assert line_of(["grep", "-e", "a b", "x"]) == "grep -e 'a b' x"
    assert line_of(["npm", "test"]) == one_line("npm  test\n")
    assert one_line("caf\udce9") == "caf\N{REPLACEMENT CHARACTER}"


def test_values_of_variables_with_secret_names_are_masked_wherever_they_stand() -> None:
    environ = {
        "API_KEY": "abcdefgh",
        "API_KEY_LONG": "abcdefghij",
        "PIN_TOKEN": "short",
        "SSH_AUTH_SOCK": "/run/user/1/agent",
        "HOME_TOWN": "abcdefgh-town",
        "db_password": "opensesame",
    }
    values = secret_values(environ)
    assert values == ("abcdefghij", "opensesame", "abcdefgh")
    assert without_values("key abcdefghij, pw opensesame, town abcdefgh-town", values) == (
        f"key {MARK}, pw {MARK}, town {MARK}-town"
    )
