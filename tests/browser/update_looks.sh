#!/usr/bin/env bash
# Keeps the pictures of now as those the look is compared with. Look at them before committing.
set -euo pipefail
cd "$(dirname "$0")"
UPDATE_LOOKS=1 exec node --test look.test.mjs
