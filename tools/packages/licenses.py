"""The licences of the packages that the tool is linked with, one after the other: licenses.py CHECKOUTS."""

import json
import sys
from pathlib import Path

checkouts = Path(sys.argv[1])
for pin in json.loads(Path("Package.resolved").read_text())["pins"]:
    folder = checkouts / pin["location"].rstrip("/").removesuffix(".git").split("/")[-1]
    texts = sorted(p for p in folder.glob("*") if p.name.lower().startswith(("license", "notice")) and p.is_file())
    if not texts:
        sys.exit(f"licenses.py: {folder} has no licence")
    print(f"=== {pin['identity']} {pin['state'].get('version', pin['state']['revision'])}, {pin['location']}\n")
    for text in texts:
        print(text.read_text().strip() + "\n")
