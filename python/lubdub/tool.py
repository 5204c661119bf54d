"""The commands of the tool as functions: each runs ``lubdub``, and returns the bytes that it writes.

    import lubdub

    done = lubdub.tool.simulate("approach", seed=3)
    trace = lubdub.read(done.output)
    print(lubdub.tool.compare("eternal-loop", "sonar", trace).text)
    page = lubdub.tool.report(trace, output=True).files["output"]

The input of a command can be a path, bytes, an open file, a table, a trace, a session, or settings; `output=True`,
or an extension as in `output=[".json", ".wav"]`, returns the bytes. The tool is not part of this package: `path()` returns
its path. The functions are created from the tool's own description: `dir(lubdub.tool)` lists them, and
`help(lubdub.tool.simulate)` shows one. docs/reference/python.md describes the functions of this package that work in
memory.
"""

from __future__ import annotations

import difflib
import functools
import json
import keyword
import subprocess
from collections.abc import Callable, Iterator, Mapping
from inspect import Parameter, Signature
from typing import Any

from ._errors import LubdubError
from ._tool import Done, call, path

__all__ = ["Done", "path"]


def __getattr__(name: str) -> Callable[..., Done]:
    if name.startswith("_"):
        raise AttributeError(name)
    known = _functions(path())
    if name not in known:
        raise AttributeError(f"the tool has no command {name}{_meant(name, known)}; there are {', '.join(known)}")
    return known[name]


def __dir__() -> list[str]:
    try:
        return [*__all__, *_functions(path())]
    except LubdubError:
        return __all__


@functools.lru_cache(maxsize=8)
def _functions(tool: str) -> dict[str, Callable[..., Done]]:
    said = subprocess.run([tool, "--experimental-dump-help"], capture_output=True, check=True).stdout
    return {_identifier("-".join(words)): _function(words, command)
            for words, command in sorted(_commands(json.loads(said)["command"], ()), key=lambda found: found[0])}


def _commands(command: Mapping[str, Any], words: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Returns the commands that perform an action, with the words that call them."""
    for inner in command["subcommands"]:
        own = (*words, inner["commandName"])
        if inner.get("subcommands"):
            yield from _commands(inner, own)
        elif own != ("help",):
            yield own, inner


def _function(words: tuple[str, ...], command: Mapping[str, Any]) -> Callable[..., Done]:
    """Returns a command as a function: inputs by position, options by name."""
    parameters: list[Parameter] = []
    flags: dict[str, str] = {}
    options: dict[str, str] = {}
    lines = [command["abstract"], ""]
    for argument in command["arguments"]:
        names = [name["name"] for name in argument.get("names", []) if name["kind"] == "long"]
        if argument["kind"] == "positional":
            name = _identifier(argument["valueName"])
            default = None if argument["isOptional"] else Parameter.empty
            parameters.append(Parameter(name, Parameter.POSITIONAL_ONLY, default=default))
        elif not names or names[0] in ("help", "version") or not argument["shouldDisplay"]:
            continue
        else:
            name, is_flag = _identifier(names[0]), argument["kind"] == "flag"
            (flags if is_flag else options)[name] = f"--{names[0]}"
            parameters.append(Parameter(name, Parameter.KEYWORD_ONLY, default=False if is_flag else None))
        lines.append(f"{name}: {' '.join((argument.get('abstract') or argument['valueName']).split())}")
    signature = Signature(sorted(parameters, key=lambda one: one.kind), return_annotation=Done)

    def function(*inputs: Any, **given: Any) -> Done:
        for name in given:
            if name not in flags and name not in options:
                known = [*flags, *options]
                raise TypeError(f"{function.__name__}() has no option {name}{_meant(name, known)}; there are {', '.join(known)}")
        signature.bind(*inputs, **given)
        return call(
            words, [flags[name] for name, value in given.items() if name in flags and value],
            {options[name]: value for name, value in given.items() if name in options}, inputs)

    function.__name__ = function.__qualname__ = _identifier("-".join(words))
    function.__doc__ = "\n".join(lines)
    function.__signature__ = signature  # type: ignore[attr-defined]
    return function


def _identifier(words: str) -> str:
    name = "".join(letter if letter.isalnum() else "_" for letter in words).strip("_").lower()
    return f"{name}_" if keyword.iskeyword(name) else name


def _meant(name: str, known: Any) -> str:
    close = difflib.get_close_matches(name, known, 1)
    return f", did you mean {close[0]}?" if close else ""
