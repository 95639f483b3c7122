"""What installing for one agent means for each file, decided before anything is written.

An agent's files are changed together or, if one of them cannot be, not at all.
"""

from __future__ import annotations

import os
import re

from hippo.adapters.opencode import is_plugin, plugin_text
from hippo.adapters.shared_files import SharedFile
from hippo.core.agents.entries import entries_in, entry, with_entries, without_entries
from hippo.core.agents.json_edit import NotEditable, parse
from hippo.core.agents.marked_block import BrokenMarks, find, with_block, without_block
from hippo.core.agents.teaching import BLOCK
from hippo.core.value import replace, value
from hippo.errors import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hippo.adapters.own_program import Call
    from hippo.core.agents.entries import Entry
    from hippo.core.agents.targets import Layout, Target

#: A line by which Claude Code and Gemini take in another file.
_IMPORT = re.compile(r"^@(?:\./)?AGENTS\.md[ \t]*\r?$", re.MULTILINE)
_AGENTS_MD = "AGENTS.md"
BLOCK_NAME = "hippo's block"
PLUGIN_NAME = "hippo's plugin"


@value
class Change:
    """A file, what it holds now and what it shall hold (None: no file), and hippo's part in it line by line."""

    file: SharedFile
    before: str | None
    after: str | None
    parts: tuple[str, ...]

    @property
    def what(self) -> str:
        if self.before == self.after:
            return "unchanged"
        if self.before is None:
            return "created"
        return "removed" if self.after is None else "changed"

    def carry_out(self) -> None:
        """Raises SystemTrouble."""
        self._put(self.after)

    def take_back(self) -> None:
        """Put back what was there before. Raises SystemTrouble."""
        self._put(self.before)

    def _put(self, text: str | None) -> None:
        if self.before == self.after:
            return
        if text is None:
            self.file.remove()
        else:
            self.file.write(text)


def entries_of(target: Target, call: Call) -> list[Entry]:
    """The entries that belong into an agent's settings."""
    return [entry(target.form, each, call.text, agent=target.agent) for each in target.events]


class AgentFiles:
    """The files of one agent below a root, which is a project or (`inside` false) the agent's own folder."""

    def __init__(self, target: Target, layout: Layout, root: str, *, inside: bool) -> None:
        self.target = target
        self.root = root
        self._inside = inside
        self.layout = self._as_configured(layout)

    def installing(self, call: Call) -> list[Change]:
        """The changes that install. Raises Refused, naming the file."""
        chosen = self.instruction_file()
        changes = []
        places = [name for name in self._names() if name == self.layout.new or self.has(name)]
        for name in filter(None, dict.fromkeys((chosen, *places))):
            teach = name == chosen or name in self.layout.also
            change = self._change(name, self._teach if teach else self._leave)
            changes += [change] * (teach or change.what != "unchanged")
        if self.layout.hooks:
            wanted = entries_of(self.target, call)
            changes.append(self._change(self.layout.hooks, lambda text, _: self._with_entries(text, wanted), wanted))
        if self.layout.plugin:
            changes.append(self._change(self.layout.plugin, lambda text, _: self._plugin(text, call), (PLUGIN_NAME,)))
        return changes

    def uninstalling(self) -> list[Change]:
        """The changes that take everything of hippo's out. Raises Refused, naming the file."""
        changes = [self._change(name, self._leave) for name in self._names() if self._text(name) is not None]
        if self._text(self.layout.hooks) is not None:
            changes.append(self._change(self.layout.hooks, self._without_entries, self.installed_entries()))
        if self.plugin() is not None:
            plugin = self._change(self.layout.plugin, lambda *_: None, (PLUGIN_NAME,))
            changes.append(plugin)
        return [each for each in changes if each.what != "unchanged"]

    def installed_entries(self) -> list[Entry]:
        """hippo's entries that are in the agent's settings. Raises Refused."""
        text = self._text(self.layout.hooks)
        if text is None:
            return []
        try:
            return entries_in(text, comments=self.target.comments)
        except NotEditable as error:
            raise Refused(f"{self.layout.hooks} cannot be read: {error}") from error

    def instruction_file(self) -> str:
        """The file that the agent reads: the first there, but for one that would go if hippo's block moved on."""
        present = [name for name in self.layout.read if self.has(name)]
        chosen = next((name for name in present if not self._is_ours(name)), next(iter(present), self.layout.new))
        imports = chosen in present and _IMPORT.search(self._file(chosen).read() or "")
        return _AGENTS_MD if imports and self.has(_AGENTS_MD) else chosen

    def blocks(self) -> Iterator[tuple[str, str]]:
        """The instruction files that have a block for this agent, and what it says. Raises Refused."""
        for name in self._names():
            text = self._text(name)
            try:
                block = find(text) if text else None
            except BrokenMarks as error:
                raise Refused(f"{name}: {error}") from error
            if block and self.target.name in block.names:
                yield name, block.body

    def plugin(self) -> str | None:
        """The plugin's text, if it is there and hippo's."""
        text = self._text(self.layout.plugin)
        return text if is_plugin(text) else None

    def has(self, name: str) -> bool:
        """Whether a file is there."""
        return os.path.isfile(self._file(name).path)

    def size(self, name: str) -> int:
        """The bytes of a file of the agent's."""
        return len((self._file(name).read() or "").encode("utf-8", "surrogateescape"))

    def _names(self) -> list[str]:
        """The files that may hold the block: those that are read, the one that an import may lead to among them."""
        names = dict.fromkeys((*self.layout.read, self.layout.new, _AGENTS_MD, *self.layout.also))
        return [name for name in names if name]

    def _text(self, name: str) -> str | None:
        """What is in a file that may hold a part of hippo's; nothing in one that hippo never writes to."""
        try:
            return self._file(name).read() if name else None
        except Refused:
            return None

    def _is_ours(self, name: str) -> bool:
        """Whether a file is there for nothing but hippo's block for this agent."""
        text = self._file(name).read()
        try:
            return text is not None and self._leave(text, name) is None
        except BrokenMarks:
            return False

    def _file(self, name: str) -> SharedFile:
        return SharedFile(self.root, name, inside=self._inside)

    def _change(
        self,
        name: str,
        edit: Callable[[str | None, str], str | None],
        parts: Sequence[Entry | str] = (BLOCK_NAME,),
    ) -> Change:
        file = self._file(name)
        before = file.read()
        try:
            after = edit(before, name)
        except BrokenMarks as error:
            raise Refused(f"{name} cannot be changed: {error}", hint="put the marks right, or paste by hand") from error
        except NotEditable as error:
            raise Refused(f"{name} cannot be changed: {error}", hint="mend it first, or paste by hand") from error
        if after != before:
            file.check_writable()
        return Change(file=file, before=before, after=after, parts=tuple(map(str, parts)))

    def _teach(self, text: str | None, name: str) -> str:
        return with_block(text, self.target.name, BLOCK, head=self._head(name))

    def _leave(self, text: str | None, name: str) -> str | None:
        return None if text is None else without_block(text, self.target.name, head=self._head(name))

    def _head(self, name: str) -> str:
        return self.layout.head if name == self.layout.new else ""

    def _with_entries(self, text: str | None, wanted: Sequence[Entry]) -> str:
        return with_entries(text, wanted, versioned=self.target.versioned, comments=self.target.comments)

    def _without_entries(self, text: str | None, _: str) -> str | None:
        if text is None:
            return None
        return without_entries(text, versioned=self.target.versioned, comments=self.target.comments)

    def _plugin(self, text: str | None, call: Call) -> str:
        if text is not None and not is_plugin(text):
            raise Refused(f"{self.layout.plugin} is not hippo's", hint="give it another name")
        return plugin_text(call.words)

    def _as_configured(self, layout: Layout) -> Layout:
        """The layout with what the agent's own files change in it."""
        if self.target.name == "claude-code" and os.path.exists(os.path.join(self.root, "CLAUDE.local.md")):
            return replace(layout, read=tuple(name for name in layout.read if name != "AGENTS.md"))
        if self.target.name == "gemini":
            names = self._context_names(layout)
            if names and layout.new not in names:
                return replace(layout, new=names[0], read=tuple(names))
        return layout

    def _context_names(self, layout: Layout) -> list[str]:
        """The instruction files that Gemini's settings name (context.fileName), if they do and it is plain names."""
        text = self._text(layout.hooks) or ""
        try:
            named = parse(text, comments=True).content["context"]["fileName"]
        except (NotEditable, KeyError, TypeError):
            return []
        names = [named] if isinstance(named, str) else named
        plain = isinstance(names, list) and all(
            isinstance(each, str) and re.match(r"[\w.-]+\Z", each) for each in names
        )
        return names if plain else []
