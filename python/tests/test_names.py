"""The name of the package, the tool in it, its help, and how results show themselves."""

import os
import pydoc
import subprocess
import sys
import zipfile
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest

import lubdub
from conftest import DATASETS, ROOT

WALKS = [DATASETS / "approach.csv", DATASETS / "walk-by.csv"]
PACKAGE = Path(lubdub.__file__).parent


def test_the_package_of_somebody_else_with_the_same_name_is_told_apart(tmp_path):
    (tmp_path / "lubdub").symlink_to(PACKAGE)
    (tmp_path / "lubdub-0.0.2.6.1.dist-info").mkdir()
    done = subprocess.run([sys.executable, "-c", "import lubdub"], cwd=tmp_path, capture_output=True, text=True, check=False,
                          env={**os.environ, "PYTHONPATH": str(tmp_path)})
    assert done.returncode != 0
    assert "lubdub-0.0.2.6.1.dist-info is another package" in done.stderr and "pip uninstall lubdub" in done.stderr


def test_nobody_is_told_to_install_the_package_of_somebody_else():
    places = [*PACKAGE.glob("*.py"), ROOT / "python" / "README.md", *(ROOT / "python" / "examples").iterdir()]
    for path in places:
        text = path.read_text(encoding="utf-8")
        for line in text.splitlines():
            wrong = "pip install lubdub" in line and "would fetch" not in line
            assert not wrong and "pip install 'lubdub" not in line, (path.name, line)


def test_the_source_archive_says_at_once_what_it_needs(tmp_path):
    hatchling = pytest.importorskip("hatchling.build")
    del hatchling
    for name in ("pyproject.toml", "wheel_tag.py", "README.md"):
        (tmp_path / name).write_bytes((ROOT / "python" / name).read_bytes())
    (tmp_path / "lubdub").mkdir()
    (tmp_path / "lubdub" / "__init__.py").touch()
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel"]
    clean = {name: value for name, value in os.environ.items() if not name.startswith("LUBDUB_")}
    done = subprocess.run(build, cwd=tmp_path, capture_output=True, text=True, check=False, env=clean)
    assert done.returncode != 0 and "tools/wheel of the repository does that" in done.stdout + done.stderr
    library = {"LUBDUB_LIBRARY": str(PACKAGE / "liblubdub.so")}
    done = subprocess.run(build, cwd=tmp_path, capture_output=True, text=True, check=False, env={**clean, **library})
    assert done.returncode == 0, done.stdout + done.stderr
    wheel, = (tmp_path / "dist").glob("lubdub_ranging-*.whl")
    assert "lubdub/liblubdub.so" in zipfile.ZipFile(wheel).namelist()


def test_help_shows_unit_range_and_default_of_every_setting():
    shown = pydoc.plaintext.document(type(lubdub.Settings().zones.range))
    assert "mean time between false changes at rest (ARL0), in s; 1 to 1e+07. Default: [300]" in shown
    for entry in lubdub.catalog():
        group: object = lubdub.Settings()
        *path, name = entry["key"].split(".")
        for part in path:
            group = getattr(group, part)
        assert "Default: " in getattr(type(group), name).__doc__, entry["key"]


def test_keys_are_spelled_as_columns_are_and_the_spelling_of_files_is_taken(tmp_path):
    settings = lubdub.Settings({"zones.range.falseChangeInterval": 100, "zones": {"range": {"halfBand": 0.2}}})
    assert settings == lubdub.Settings({"zones.range.false_change_interval": 100, "zones.range.half_band": 0.2})
    settings.zones.range.halfBand = 0.3
    assert settings.zones.range.half_band == settings["zones.range.halfBand"] == settings["zones.range.half_band"] == 0.3
    assert all(key == key.lower() for key in settings.to_dict()) and all(one["key"].islower() for one in lubdub.catalog())
    settings.write(tmp_path / "mine.json")
    assert '"zones.range.falseChangeInterval"' in (tmp_path / "mine.json").read_text()
    assert lubdub.Settings.read(tmp_path / "mine.json") == lubdub.Settings(settings)
    with pytest.raises(AttributeError, match="there is no setting zones.range.half"):
        settings.zones.range.half = 1


def test_a_wheel_for_tests_has_a_name_of_its_own_and_says_what_is_linked_in_it():
    wheels = list((ROOT / "out" / "test").glob("lubdub_ranging-*.whl"))
    if not wheels:
        pytest.skip("tools/wheel --from has made no wheel here")
    assert [wheel.name.partition("-py3-none-")[2] for wheel in wheels] == [f"linux_{os.uname().machine}.whl"]
    with zipfile.ZipFile(wheels[0]) as wheel:
        notice = next(wheel.read(name).decode() for name in wheel.namelist() if name.endswith("/NOTICE"))
        tool = any(b"libfftw3.so" in wheel.read(name) for name in wheel.namelist() if name.endswith(("lubdub-tool", "liblubdub.so")))
    assert ("This wheel was made for tests, and is linked with FFTW" in notice) == tool


@pytest.mark.filterwarnings("ignore::lubdub.LubdubWarning")
def test_every_result_shows_itself_in_a_notebook():
    session = lubdub.run(WALKS[0])
    tuned = lubdub.tune(WALKS, over={"zones.range.half_band": (0.05, 0.5)}, budget=8)
    for shown in (session, session.estimates, session.export("ahap"), lubdub.read_haptics(session.export("ahap").content),
                  lubdub.score(WALKS), lubdub.calibrate(WALKS), tuned, lubdub.read(WALKS[0])):
        page = shown._repr_html_()
        assert page.startswith("<") and len(page) < 60_000 and "object at" not in page, type(shown)
    assert "rmse_m" in lubdub.score(WALKS)._repr_html_() and "half_band" in tuned._repr_html_()


def executors():
    import multiprocessing

    yield "processes as they come", lambda: ProcessPoolExecutor(4)
    for kind in ("fork", "spawn", "forkserver"):
        yield kind, lambda kind=kind: ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(kind))
    yield "threads", lambda: ThreadPoolExecutor(2)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("make", [make for _, make in executors()], ids=[name for name, _ in executors()])
def test_every_executor_gives_the_search_of_one_thread(make):
    over, seen = {"zones.range.false_change_interval": (10, 1000)}, []
    expected = lubdub.tune(WALKS, over=over, budget=8, jobs=1)
    with make() as pool:
        for _ in range(2):
            found = lubdub.tune(WALKS, over=over, budget=8, client=pool,
                                progress=lambda done, total: seen.append(done))
            assert found.report_json == expected.report_json
    assert seen
