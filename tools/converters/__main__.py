"""Makes the recordings behind docs/results from the repositories of their authors; see tools/recordings."""
import argparse
import hashlib
import pathlib
import sys

import repository
from sets import SOURCES

HERE = pathlib.Path(__file__).resolve().parent


def listed():
    """The sums of the recordings, by SET/NAME.csv."""
    lines = (HERE / "SHA256SUMS").read_text().splitlines()
    return {path: checksum for checksum, path in (line.split() for line in lines)}


def convert(source, repo, folder, known):
    """Writes the recordings of a source that are listed, and gives the paths of those that differ from the list."""
    differ, count = [], 0
    for name, table in source.traces(repo):
        path = f"{name}.csv"
        if path not in known:
            continue
        content = table.to_csv(index=False, lineterminator="\n").encode()
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
        count += 1
        if hashlib.sha256(content).hexdigest() != known[path]:
            differ.append(path)
    print(f"{', '.join(source.sets)}: {count} recordings, {'as listed' if not differ else f'{len(differ)} differ'}")
    print(f"    {source.citation}\n    {source.licence}; https://github.com/{source.repository} at {source.commit[:12]}")
    return differ


def main():
    parser = argparse.ArgumentParser(prog="tools/recordings", usage="tools/recordings FOLDER [--from CLONES] [SET ...]")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("sets", nargs="*")
    parser.add_argument("--from", dest="clones", type=pathlib.Path)
    options = parser.parse_intermixed_args()
    names = {name for source in SOURCES for name in source.sets}
    if unknown := set(options.sets) - names:
        parser.error(f"there is no set {min(unknown)}; the sets are {', '.join(sorted(names))}")
    known, differ, made = listed(), [], 0
    for source in SOURCES:
        if options.sets and not set(options.sets) & set(source.sets):
            continue
        try:
            repo = (repository.known(source.repository, source.commit, options.clones) if options.clones
                    else repository.fetched(source.repository, source.commit, pathlib.Path("out/repositories")))
            differ += convert(source, repo, options.folder, known)
            made += 1
        except repository.Missing as error:
            print(f"{', '.join(source.sets)}: skipped: {error}", file=sys.stderr)
    for path in differ:
        print(f"{path} is not the recording of the list: the figures of docs/results do not hold for it", file=sys.stderr)
    return 1 if differ else 0 if made else 2


sys.exit(main())
