# The Python package: built around the library of build/dev, in virtual environments below build/.
# Nothing of FairMon is compiled a second time; the extension and the program take seconds.

python_venv=build/python/venv

# Steps say this in their own way.
declare -F skip >/dev/null || skip() { die "$*"; }

# package_list_of FILE: its requirements on one line.
package_list_of() { sed -e 's/#.*//' -e '/^ *$/d' "$1" | paste -sd ' '; }

# python_tools: what building and testing the package needs, exactly as listed.
python_tools() {
  local stamp=$python_venv/.requirements now
  now=$(python3 --version && cat python/tests/requirements.txt)
  [ "$(cat "$stamp" 2>/dev/null)" = "$now" ] && return 0
  python3 -m venv --clear "$python_venv" || skip "python3 cannot make a virtual environment here"
  say "installing into $python_venv, from the package index:" \
    "$(package_list_of python/tests/requirements.txt)"
  "$python_venv/bin/pip" install --quiet -r python/tests/requirements.txt ||
    skip "the packages for Python could not be installed, so nothing was tested"
  echo "$now" >"$stamp"
}

# python_wheel VENV LIBRARY FOLDER SOURCES: a wheel around a library, with the libraries that it
# needs inside; the only one in FOLDER.
python_wheel() {
  local raw=$3.raw
  rm -rf "$3" "$raw"
  CMAKE_CXX_COMPILER_LAUNCHER=$(command -v ccache || true) \
    "$1/bin/python" -m pip wheel --quiet --no-deps --no-build-isolation "$4" -w "$raw" \
    -C build-dir="$PWD/$3.work" -C cmake.define.FAIRMON_LIBRARY="$PWD/$2" || return 1
  PATH=$PWD/$python_venv/bin:$PATH auditwheel repair --strip -w "$3" "$raw"/*.whl
}

# python_interpreters: version and path of CPython 3.11 and newer, as far as they are there.
python_interpreters() {
  local name
  for name in python3 "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.*/bin/python3 \
    python3.1{1,2,3,4,5}; do
    command -v "$name" || true
  done | while read -r name; do
    "$name" - 2>/dev/null <<'PY' || true
import sys, venv
if sys.version_info >= (3, 11) and sys.implementation.name == "cpython":
    print("%d.%d" % sys.version_info[:2], sys.executable)
PY
  done | sort -u -t ' ' -k 1,1
}

# python_sdist: a source distribution holds all that a build needs. Its files are laid out anew and
# configured as for a build from nothing; the wheel is then made around the library that is there.
python_sdist() {
  local folder=build/python/sdist
  rm -rf $folder
  "$python_venv/bin/python" -m build --sdist --no-isolation --outdir $folder python &&
    mkdir $folder/unpacked && tar -xf $folder/fairmon-*.tar.gz -C $folder/unpacked || return 1
  say "configuring what the source distribution holds"
  cmake -S $folder/unpacked/fairmon-* -B $folder/configured -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DPython_EXECUTABLE="$PWD/$python_venv/bin/python" \
    -Dnanobind_DIR="$("$python_venv/bin/python" -m nanobind --cmake_dir)" >$folder/configure.log ||
    { cat $folder/configure.log && return 1; }
  python_wheel "$python_venv" build/dev/libfairmon.so $folder/wheel $folder/unpacked/fairmon-*
}

# python_versions: the wheel in an empty environment of every interpreter. One for the stable ABI
# serves 3.12 and everything after it.
python_versions() {
  local own interpreters version program wheel abi3=''
  own=$("$python_venv/bin/python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  mapfile -t interpreters < <(python_interpreters)
  say "interpreters: ${interpreters[*]% *}"
  for program in "${interpreters[@]}"; do
    version=${program%% *} program=${program#* }
    wheel=build/python/wheel
    if [ "$version" != "$own" ]; then
      [ "$version" != 3.11 ] || continue
      if [ -z "$abi3" ]; then
        abi3=build/python/abi3
        [ -x $abi3.venv/bin/pip ] || "$program" -m venv $abi3.venv || return 1
        $abi3.venv/bin/pip install --quiet "$(grep nanobind python/tests/requirements.txt)" \
          "$(grep scikit_build_core python/tests/requirements.txt)" || return 1
        python_wheel $abi3.venv build/dev/libfairmon.so $abi3 ./python || return 1
      fi
      wheel=$abi3
    fi
    say "an empty environment of Python $version"
    rm -rf build/python/empty
    "$program" -m venv build/python/empty &&
      build/python/empty/bin/pip install --quiet --no-index "$wheel"/*.whl &&
      (cd build/test && ../python/empty/bin/python "$OLDPWD/python/tests/first_page.py") ||
      return 1
  done
}
