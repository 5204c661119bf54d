"""Names manual pages as their readers look for them, lubdub-run for lubdub.run, and packs them: manual.py FOLDER."""

import gzip
import re
import sys
from pathlib import Path

for page in sorted(Path(sys.argv[1]).glob("*.1")):
    name = page.stem.replace(".", "-")
    text = re.sub(r"(?m)^\.Dt \S+ 1$", f".Dt {name.upper()} 1", page.read_text())
    text = re.sub(r'(?m)^\.Nm "[^"\n]*"$', f".Nm {name}", text, count=1)
    text = re.sub(r"(?m)^$\n(?=.)", ".Pp\n", text)
    # `.Xr lubdub.run 1` names another page.
    text = re.sub(r"(?m)^(\.Xr )(\S+)( 1.*)$", lambda m: m[1] + m[2].replace(".", "-") + m[3], text)
    # A line of the text that begins with a dot or an apostrophe would be taken for a request.
    text = re.sub(r"(?m)^(?=['.](?![A-Z\\]))", r"\\&", text)
    page.with_name(name + ".1.gz").write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    page.unlink()
