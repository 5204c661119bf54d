"""What the modules of the package import of each other."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import lubdub

PACKAGE = Path(lubdub.__file__).parent


def imports(path):
    """The modules of the package that a module names, wherever in it it does so."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            yield from [node.module] if node.module else [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("lubdub."):
            yield node.module.removeprefix("lubdub.")


def test_no_module_imports_itself_by_way_of_others():
    graph = {path.stem: set(imports(path)) for path in PACKAGE.glob("*.py")}
    assert {"_errors", "_library"} <= graph["_host"]
    assert set().union(*graph.values()) <= graph.keys()
    TopologicalSorter(graph).prepare()  # Raises CycleError, which names the circle.
