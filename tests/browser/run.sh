#!/usr/bin/env bash
# Drives the built program with a real browser. FAIRMON names the program, CHROMIUM the browser.
set -euo pipefail
cd "$(dirname "$0")"
exec node --test --test-concurrency=1 ./*.test.mjs
