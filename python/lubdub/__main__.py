"""``python -m lubdub`` runs the command-line tool, if it is installed with the package."""

import os
import sys

from ._errors import LubdubError
from ._tool import path


def main() -> None:
    try:
        tool = path()
    except LubdubError as error:
        sys.exit(f"lubdub: {error}")
    os.execv(tool, [tool, *sys.argv[1:]])


if __name__ == "__main__":
    main()
