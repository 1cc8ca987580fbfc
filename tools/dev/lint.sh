# summary: format, layers, sizes, texts, clang-tidy
#
# usage: ./dev lint [--all | --quick]
#
#   --all     clang-tidy over every file, not only over those changed since main
#   --quick   leave clang-tidy out

verb_lint() {
  local mode=${1:-changed}
  case "$mode" in
    changed | --all | --quick) ;;
    *) die "./dev lint does not know '$mode'" ;;
  esac
  need lint
  local failed=0
  lint_scripts || failed=1
  lint_format || failed=1
  lint_shell || failed=1
  lint_web || failed=1
  [ "$mode" = --quick ] || lint_tidy "$mode" || failed=1
  [ $failed -eq 0 ] || die "lint found something; ./dev fmt repairs formatting"
  say "lint is clean"
}

lint_scripts() {
  local script failed=0
  for script in check_layers check_includes check_sizes check_text check_ways; do
    say "$script"
    python3 "tools/$script.py" || failed=1
  done
  return $failed
}

lint_format() {
  say "clang-format"
  local wrong
  if ! wrong=$(cpp_files | xargs -0 -r -n 50 -P "${FAIRMON_JOBS:-$(nproc)}" \
    clang-format-19 --dry-run -Werror 2>&1 |
    sed -n 's/^\([^ :]*\):[0-9]*:[0-9]*: error.*/\1: not formatted/p' | sort -u); then
    echo "${wrong:-clang-format-19 failed}"
    return 1
  fi
}

lint_shell() {
  say "shellcheck"
  shellcheck --shell=bash --exclude=SC1090,SC1091,SC2034,SC2154 dev tools/dev/*.sh .ci/run \
    tools/hooks/*
}

lint_web() {
  [ -f web/package-lock.json ] && [ -f web/biome.json ] || return 0
  web_install
  say "biome"
  (cd web && npx biome ci .)
}

lint_tidy() {
  need build test
  configure tidy
  # Nothing is built here, so CMake has to be asked to look for new files.
  ninja -C build/tidy build.ninja >build/tidy/configure.log 2>&1 || {
    cat build/tidy/configure.log
    return 1
  }
  say "clang-tidy"
  local options=()
  [ "$1" != --all ] || options=(--all)
  python3 tools/run_tidy.py --jobs "${FAIRMON_JOBS:-$(nproc)}" "${options[@]}"
}
