"""hippo completion"""

from __future__ import annotations

from hippo.cli.declare import Command, Words
from hippo.errors import UsageError, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.cli.app import App

_SHELLS = ("bash", "fish", "powershell", "zsh")
#: The variable by which the printed script asks hippo what a word can become.
_VARIABLE = "_HIPPO_COMPLETE"


def completion(app: App, shell: str) -> None:
    """Print what lets a shell complete hippo's commands.

    SHELL is bash, zsh, fish or powershell. Put `eval "$(hippo completion bash)"` into ~/.bashrc, the same for zsh into
    ~/.zshrc behind compinit, `hippo completion fish | source` into config.fish, and `hippo completion powershell |
    Out-String | Invoke-Expression` into $PROFILE.
    """
    from click.shell_completion import get_completion_class

    from hippo.cli.root import root

    if shell not in _SHELLS:
        raise UsageError(f"{shortened(shell)!r} is not one of {', '.join(_SHELLS)}")
    found = get_completion_class(shell)
    if found is None:
        raise UsageError(f"the installed click knows no completion for {shell}", hint="click 8.5 does: upgrade it")
    script = found(root, {}, "hippo", _VARIABLE).source()
    if app.output.json:
        app.output.show({"shell": shell, "script": script}, ())
    else:
        app.output.write_raw(script.rstrip("\n") + "\n")


COMMAND = Command(handler=completion, words=(Words(name="shell", metavar="SHELL", many=False, offers=_SHELLS),))
