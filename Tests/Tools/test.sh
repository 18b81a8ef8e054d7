#!/usr/bin/env bash
# Every test; what failed is said once more at the end, where it is found among thousands of lines.
set -uo pipefail

mkdir -p .build
log=.build/test.log
"${SWIFT:-swift}" test "$@" 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
if [ "$status" -ne 0 ]; then
    printf '\nwhat failed (the whole is in %s):\n' "$log"
    grep -aE '✘|recorded an issue|^↳|: error:|: Fatal error|signal code' "$log" | cut -c1-1000 | tail -n 60
fi
exit "$status"
