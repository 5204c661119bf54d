# A Python of our own, below .build, with packages from PyPI. Read by tools/prepare, tools/wheel and tools/python/test.

# What the tests of the package use, and of the tests in Swift those that compare with a program in Python.
test_packages=(
  hatchling auditwheel numpy pandas pyarrow polars scikit-learn duckdb duckdb-cli distributed pytest mypy pyright hypothesis nbclient ipykernel
  matplotlib tqdm rosbags mcap pyyaml bumble jsonschema)

# Sets `python`, with these packages installed; fails where they cannot be had: python_environment PACKAGE...
python_environment() {
  local folder=.build/python
  command -v python3 >/dev/null || { echo "there is no python3" >&2; return 1; }
  if [ ! -x $folder/bin/python ] && ! python3 -m venv $folder >&2; then
    rm -rf $folder
    echo "python3 cannot make an environment; on Debian, install python3-venv" >&2
    return 1
  fi
  python=$PWD/$folder/bin/python
  "$python" -m pip install --quiet --disable-pip-version-check "$@" >&2
}
