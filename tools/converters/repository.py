"""A public repository at one commit, whose files are read without a work tree."""
import io
import pathlib
import subprocess

import pandas


class Missing(Exception):
    """A repository, a commit, or a file that cannot be had, in one sentence."""


class Repository:
    def __init__(self, name: str, commit: str, clone: pathlib.Path):
        self.name, self.commit, self.clone = name, commit, clone

    def git(self, *words: str) -> bytes:
        done = subprocess.run(["git", f"--git-dir={self.clone}", *words], capture_output=True, check=False)
        if done.returncode != 0:
            raise Missing(f"{self.name}: {done.stderr.decode(errors='replace').strip()}")
        return done.stdout

    def read(self, path: str) -> bytes:
        return self.git("show", f"{self.commit}:{path}")

    def table(self, path: str, **options) -> pandas.DataFrame:
        """A file of comma-separated values; `options` are those of `pandas.read_csv`."""
        return pandas.read_csv(io.BytesIO(self.read(path)), **options)

    def paths(self, below: str = "") -> list[str]:
        """The paths of all files, or of those in one folder."""
        listed = self.git("ls-tree", "-r", "-z", "--name-only", self.commit, *([below] if below else []))
        return [path for path in listed.decode().split("\0") if path]


def known(name: str, commit: str, clones: pathlib.Path) -> Repository:
    """A clone, bare or with a work tree, below a folder: as OWNER/NAME, OWNER+NAME, or NAME."""
    owner, short = name.split("/")
    for folder in (f"{owner}/{short}", f"{owner}+{short}/repo", f"{owner}+{short}", short):
        for place in (clones / folder / ".git", clones / f"{folder}.git", clones / folder):
            if (place / "HEAD").exists():
                return Repository(name, commit, place)
    raise Missing(f"{name}: there is no clone of it in {clones}")


def fetched(name: str, commit: str, clones: pathlib.Path) -> Repository:
    """The commit alone, fetched from GitHub into a bare clone that is kept below a folder."""
    place = clones / f"{name}.git"
    repository = Repository(name, commit, place)
    if not (place / "HEAD").exists():
        place.mkdir(parents=True, exist_ok=True)
        repository.git("init", "--quiet", "--bare")
    try:
        repository.git("cat-file", "-e", commit)
    except Missing:
        repository.git("fetch", "--quiet", "--depth=1", f"https://github.com/{name}", commit)
    return repository
