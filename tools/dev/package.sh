# summary: make the .deb, the image and the archive, and try them out
#
# usage: ./dev package [--program FILE] [--no-trial]
#
#   --program FILE   pack this program instead of building the `release` preset
#   --no-trial       only make them
#
# Writes build/package: the package for Debian 12, the image for containers (OCI), an archive for
# other systems, bills of materials and SHA256SUMS. Then makes them once more and compares the
# bytes, looks at them (lintian, layout, unit), installs the package in a clean Debian, runs the
# service there and out of the image, pushes events and reads what came of them.

verb_package() {
  local program='' trial=1
  while [ $# -gt 0 ]; do
    case "$1" in
      --program)
        [ $# -ge 2 ] || die "--program needs a file"
        program=$2
        shift
        ;;
      --no-trial) trial='' ;;
      *) die "./dev package does not know '$1'" ;;
    esac
    shift
  done
  need build package
  if [ -z "$program" ]; then
    web_build
    compile release fairmon
    program=build/release/fairmon
  fi
  say "making packages of $program"
  rm -rf build/package/out
  python3 -B tools/package/make.py --program "$program" --output build/package/out
  [ -n "$trial" ] || return 0
  need package_trial
  package_same_bytes "$program"
  package_checks build/package/out
  say "a clean Debian"
  tests/packages/install_trial.sh build/package/out/*.deb
  say "everything in build/package/out"
}

# package_same_bytes PROGRAM: whoever makes them again gets the same.
package_same_bytes() {
  say "making them once more, to compare"
  python3 -B tools/package/make.py --program "$1" --output build/package/again >/dev/null
  diff build/package/out/SHA256SUMS build/package/again/SHA256SUMS ||
    die "the packages differ from those made before"
  rm -rf build/package/again
}

# package_checks FOLDER: what can be seen without installing anything.
package_checks() {
  FAIRMON_PACKAGES=$PWD/$1 PYTHONDONTWRITEBYTECODE=1 python3 -m unittest discover \
    -s tests/packages -p 'test_*.py' -v
}
