"""The commands of the tool as functions: each runs ``lubdub``, and gives the bytes that it writes.

    import lubdub

    done = lubdub.tool.simulate("approach", seed=3)
    trace = lubdub.read(done.output)
    print(lubdub.tool.compare("eternal-loop", "sonar", trace).text)
    page = lubdub.tool.report(trace, output=True).files["output"]

What a command reads may be a path, bytes, an open file, a table, a trace, a session or settings. The tool is not part of
this package: `path()` says where it was found. docs/python.md has the commands and the functions of this package that
do the same in memory.
"""

from . import _commands
from ._commands import *
from ._tool import Done, call, path

__all__ = ["Done", "call", "path"]
__all__ += _commands.__all__
