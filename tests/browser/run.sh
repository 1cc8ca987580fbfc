#!/usr/bin/env bash
# Drives the built program with a real browser. FAIRMON names the program, CHROMIUM the browser.
# Names of test files may follow; two run at a time.
set -euo pipefail
cd "$(dirname "$0")"
[ $# -gt 0 ] || set -- ./*.test.mjs
exec node --test --test-concurrency=2 "$@"
