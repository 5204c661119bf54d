"""Checks every link of a static site that leads to itself, and that nothing is fetched from elsewhere: links.py FOLDER."""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

FETCHED = {("script", "src"), ("link", "href"), ("img", "src"), ("iframe", "src"), ("source", "src")}


class Page(HTMLParser):
    """The links of a page, and what they may lead to."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[tuple[str, bool]] = []
        self.places: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = dict(attributes)
        self.places.update(v for v in (values.get("id"), values.get("name")) if v)
        fetches = tag != "link" or "stylesheet" in (values.get("rel") or "")
        for name in ("href", "src"):
            if value := values.get(name):
                self.links.append((value, fetches and (tag, name) in FETCHED))


root = Path(sys.argv[1]).resolve()
pages = {path: Page(path) for path in sorted(root.rglob("*.html"))}
faults, count = [], 0
for path, page in pages.items():
    for link, is_fetched in page.links:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            if is_fetched and parts.scheme != "data":
                faults.append(f"{path.relative_to(root)}: fetches {link}")
            continue
        if path.name == "404.html":
            continue
        count += 1
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        if target.is_dir():
            target /= "index.html"
        if not target.exists():
            faults.append(f"{path.relative_to(root)}: {link} leads nowhere")
        elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].places | {"__top", ""}:
            faults.append(f"{path.relative_to(root)}: {link} names no place there")
print("\n".join(sorted(set(faults))) or f"{len(pages)} pages, {count} links: each leads somewhere, nothing is fetched")
sys.exit(bool(faults))
