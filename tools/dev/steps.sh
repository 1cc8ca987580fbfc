# The steps of ./dev test, one function step_<name> each; they run in a subshell with their output
# in a log. What a step must build first is a function build_<name>: it runs even where the step
# itself is left out because nothing has changed.

step_packages() {
  need build test lint docs || return 1
  [ ! -f web/package-lock.json ] || need_node || return 1
  [ ! -x tests/browser/run.sh ] || need browser || return 1
}

# What the program and its page are made of, and whether something known to be broken is among it.
# The second question needs the registry of the packages; without an answer the step says so.
step_audit() {
  need build || return 1
  python3 tools/sbom.py build/sbom.json || return 1
  [ -f web/package-lock.json ] && need_node || return 1
  local report=build/test/audit.json status=0
  (cd web && npm audit --omit=dev --json) >"$report" 2>/dev/null || status=$?
  python3 tools/sbom.py --audit "$report" || status=$?
  [ "$status" -ne 2 ] || skip "the registry does not answer questions about known mistakes;" \
    "build/sbom.json lists what to ask for"
  return "$status"
}

step_lint() {
  need lint && verb_lint
}

# The checks and the build's own functions, tested.
step_tools() {
  need build || return 1
  PYTHONPATH=tools PYTHONDONTWRITEBYTECODE=1 python3 -m unittest discover -s tests/tools \
    -p '*_test.py'
}

# The suites are ctest entries too. Tests with the label `slow` are a step of their own.
build_unit() { need build test && compile dev; }
step_unit() { run_ctest dev -LE slow; }

build_slow() { build_unit; }
step_slow() { run_ctest dev -L slow; }

# What people install, once more: the optimised build, without the checks of `dev`.
build_release() {
  need build test && web_build && compile release fairmon suite_runner fairmon_faults
}
step_release() { run_ctest release -LE slow; }

build_asan() { need build test && compile asan; }
step_asan() { run_ctest asan -LE slow; }

# run_ctest PRESET [OPTION...]: twice as many tests at a time as there are cores, since the long
# ones mostly wait: for a limited rate, for a process to die, for a deadline.
run_ctest() {
  local preset=$1
  shift
  ctest --preset "$preset" -j "$((2 * ${FAIRMON_JOBS:-$(nproc)}))" "$@"
}

# Replays every kept input and then tries new ones, a minute of one core in all.
build_fuzz() { build_asan; }
step_fuzz() {
  local names share
  mapfile -t names < <(fuzzer_names build/asan)
  [ ${#names[@]} -gt 0 ] || skip "there are no fuzzers yet"
  share=$((60 / ${#names[@]}))
  fuzz_all build/asan "$((share > 3 ? share : 3))" "${names[@]}"
}

# Only what starts threads.
build_tsan() { need build test && compile tsan fairmon_{dsa,pipeline,server,eventlog,watch}_test; }
step_tsan() { run_ctest tsan -R '^(dsa|pipeline|server|eventlog|watch)$'; }

step_web() {
  [ -f web/package-lock.json ] || skip "there is no web/ yet"
  web_install || return 1
  local script
  for script in check test; do
    say "npm run $script"
    (cd web && npm run "$script") || return 1
  done
  web_build
}

build_browser() { need build browser && web_build && compile dev; }
step_browser() {
  FAIRMON=$PWD/build/dev/fairmon tests/browser/run.sh
}

step_docs() {
  need docs && docs_build
}

# Installs the library into a folder of its own and builds a program against it.
build_install() { build_unit; }
step_install() {
  local prefix=$PWD/build/test/prefix work=build/test/install
  rm -rf "$prefix" "$work"
  cmake --install build/dev --prefix "$prefix" >/dev/null || return 1
  cmake -S tests/install -B "$work" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" &&
    cmake --build "$work" && ctest --test-dir "$work" --output-on-failure --no-tests=error
}

# Packages of the `dev` build, packed quickly: what is in them, and whether the image runs.
# Installing them in a clean system is part of ./dev package.
build_package() { need build package && compile dev fairmon; }
step_package() {
  local status=0
  FAIRMON_PACKAGE_QUICK=1 python3 -B tools/package/make.py --program build/dev/fairmon \
    --output build/test/package --work build/test/package-work || status=$?
  [ "$status" -ne 2 ] || skip "Debian's packages for the image cannot be fetched now"
  [ "$status" -eq 0 ] && package_checks build/test/package
}

# Every example with a run.args must run; its output is compared with expected.txt if there is one.
build_examples() { build_unit; }
step_examples() {
  local folders folder
  mapfile -t folders < <(find examples -mindepth 2 -maxdepth 2 -name run.args 2>/dev/null | sort)
  [ ${#folders[@]} -gt 0 ] || skip "no example has a run.args yet"
  source tools/dev/run.sh
  for folder in "${folders[@]}"; do
    run_example "$(dirname "$folder")" || return 1
  done
}

run_example() {
  local folder=$1 args status=0 output
  output=build/test/example-$(basename "$1").txt
  mapfile -t args < <(example_args "$folder/run.args")
  say "fairmon ${args[*]}"
  build/dev/fairmon "${args[@]}" >"$output" || status=$?
  if [ "$status" -ne 0 ] && [ "$status" -ne 4 ]; then
    echo "exit status $status"
    return 1
  fi
  [ ! -f "$folder/expected.txt" ] || diff -u "$folder/expected.txt" "$output"
}

# Real clusters on this machine, each started and ended by its own tests/clusters/*/run.sh. Their
# programs come from package registries once and stay in ~/.cache/fairmon: a Kafka broker (43 MB).
build_clusters() { need build test clusters python && compile dev fairmon fairmon_shared; }
step_clusters() {
  local script
  for script in tests/clusters/*/run.sh; do
    [ -x "$script" ] || continue
    say "$script"
    FAIRMON=$PWD/build/dev/fairmon "$script" || return 1
  done
}

# The released Rust tool, from its package registry, into build/peers.
step_peers() {
  [ -x tests/peers/run ] || skip "there are no comparisons with peers yet"
  local root=$PWD/build/peers
  PATH=$root/bin:$PATH
  if ! command -v rtlola-cli >/dev/null; then
    command -v cargo >/dev/null || need peers || return 1
    cargo install --quiet --root "$root" --version 0.1.2 rtlola-cli ||
      skip "rtlola-cli could not be installed, so nothing was compared"
  fi
  compile dev || return 1
  tests/peers/flags && tests/peers/run && tests/peers/random_cases.py &&
    tests/peers/random_types.py
}

# Fairlearn and AIF360, from their package registry, into build/peers: the metrics must agree.
step_toolkits() {
  local venv=build/peers/toolkits
  need build || return 1
  [ -x "$venv/bin/pip" ] || python3 -m venv "$venv" || skip "python3 cannot make a venv here"
  "$venv/bin/pip" install --quiet fairlearn==0.12.0 aif360==0.6.1 ||
    skip "the toolkits could not be installed, so nothing was compared"
  compile dev fairmon || return 1
  "$venv/bin/python" tests/peers/toolkits.py build/dev/fairmon \
    "${FAIRMON_COMPAS:-../shared/data/compas}"
}

# The Python package and the C interface below it, around the library of the `dev` build.
build_python() { need build test python && compile dev fairmon_shared; }
step_python() {
  python_tools &&
    python_wheel "$python_venv" build/dev/libfairmon.so build/python/wheel ./python || return 1
  "$python_venv/bin/pip" install --quiet --no-deps --force-reinstall build/python/wheel/*.whl ||
    return 1
  command -v rustc >/dev/null || need peers || return 1
  say "a program in Rust" && tests/capi/run_rust.sh "$PWD/build/dev" || return 1
  "$python_venv/bin/python" -m pytest -q -p no:cacheprovider -n "${FAIRMON_JOBS:-$(nproc)}" \
    --dist worksteal --durations=15 python/tests && python_sdist && python_versions
}
