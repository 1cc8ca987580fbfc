# Shared by all verbs: talking, installing, building. Sourced by ./dev with the repository as the
# working folder.

if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then
  bold=$'\e[1m' red=$'\e[31m' green=$'\e[32m' dim=$'\e[2m' plain=$'\e[0m'
else
  bold='' red='' green='' dim='' plain=''
fi

say() { echo "${bold}==>${plain} $*"; }
die() {
  echo "${red}error:${plain} $*" >&2
  exit 1
}

# The comment block under the summary line is the verb's help.
verb_help() {
  sed -n '/^# summary: /,/^[^#]/p' "tools/dev/$1.sh" | sed -n 's/^# \{0,1\}//p' |
    sed 's/^summary: //'
}

# package_list SET...: names from tools/packages, one per line.
package_list() {
  local set
  for set in "$@"; do
    sed -e 's/#.*//' -e '/^ *$/d' "tools/packages/$set.txt"
  done
}

# Prints those of the given packages that are not installed.
missing_packages() {
  local name
  for name in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$name" 2>/dev/null)" = installed ] || echo "$name"
  done
}

# need SET...: installs the Debian packages of these sets that are missing. Asks dpkg each time,
# which takes milliseconds and cannot be out of date.
need() {
  local wanted missing
  mapfile -t wanted < <(package_list "$@")
  if ! command -v dpkg-query >/dev/null; then
    [ -n "${fairmon_warned_dpkg:-}" ] || say "not a Debian system: make sure these are there:" \
      "${wanted[*]}"
    fairmon_warned_dpkg=1
    return 0
  fi
  mapfile -t missing < <(missing_packages "${wanted[@]}")
  [ ${#missing[@]} -gt 0 ] || return 0
  say "installing ${#missing[@]} Debian packages: ${missing[*]}"
  install_packages "${missing[@]}"
}

install_packages() {
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
      as_root=(sudo)
    else
      echo "run this line as root, then start again:" >&2
      echo "  apt-get update && apt-get install -y --no-install-recommends $*" >&2
      exit 1
    fi
  fi
  mkdir -p build
  local install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q
    --no-install-recommends -o Dpkg::Use-Pty=0 "$@")
  "${as_root[@]}" apt-get update -q >build/apt.log 2>&1 || true
  if ! "${install[@]}" 2>&1 | tee -a build/apt.log |
    sed -u -n -e '/^Need to get/p' -e "s/^Setting up \([^ ]*\).*/  $dim\1$plain/p"; then
    tail -n 20 build/apt.log >&2
    die "apt-get could not install the packages; the whole log is build/apt.log"
  fi
}

# need_node: node and npm, from Debian only if there are none.
need_node() {
  if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    need web
  fi
}

jobs_flag() { [ -z "${FAIRMON_JOBS:-}" ] || echo "-j$FAIRMON_JOBS"; }

# configure PRESET: runs CMake if the build folder is new or the preset has changed since. Other
# changes are noticed by Ninja.
configure() {
  local preset=$1 stamp=build/$1/.preset
  local now
  now=$(sha256sum CMakePresets.json)
  if [ -f "build/$preset/build.ninja" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$now" ]; then
    return 0
  fi
  say "configuring build/$preset"
  mkdir -p "build/$preset"
  if ! cmake --preset "$preset" >"build/$preset/configure.log" 2>&1; then
    cat "build/$preset/configure.log" >&2
    die "CMake could not configure the preset '$preset'"
  fi
  echo "$now" >"$stamp"
}

# compile PRESET [TARGET...]
compile() {
  local preset=$1
  shift
  configure "$preset"
  say "building build/$preset${*:+ ($*)}"
  # shellcheck disable=SC2046
  ninja -C "build/$preset" $(jobs_flag) "$@"
}

# web_install: npm packages exactly as locked; skipped while the lock file is unchanged.
web_install() {
  need_node
  local stamp=web/node_modules/.fairmon-lock now
  now=$(sha256sum web/package-lock.json)
  [ "$(cat "$stamp" 2>/dev/null)" = "$now" ] && return 0
  say "installing npm packages for web/"
  (cd web && npm ci --no-audit --no-fund) || return 1
  echo "$now" >"$stamp"
}

# web_sources_digest: changes with anything the web build reads.
web_sources_digest() { repository_files 'web/*' | sort -z | xargs -0 sha256sum | sha256sum; }

# web_build: the browser assets that the binary embeds; skipped while nothing has changed.
web_build() {
  [ -f web/package-lock.json ] || return 0
  web_install || return 1
  local stamp=build/web.stamp now
  now=$(web_sources_digest)
  [ -f web/app/dist/index.html ] && [ "$(cat "$stamp" 2>/dev/null)" = "$now" ] && return 0
  say "building the web interface"
  (cd web && npm run build) || return 1
  mkdir -p build
  echo "$now" >"$stamp"
}

# repository_files PATTERN...: files git knows or would add, NUL-separated; works without git too.
repository_files() {
  if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    git ls-files -z --cached --others --exclude-standard -- "$@" |
      while IFS= read -r -d '' file; do [ ! -f "$file" ] || printf '%s\0' "$file"; done
  else
    local pattern
    for pattern in "$@"; do
      find . \( -name build -o -name node_modules \) -prune -o -type f -name "$pattern" -print0
    done
  fi
}

cpp_files() { repository_files '*.cpp' '*.hpp'; }
