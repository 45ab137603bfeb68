# For checks that need what a machine may lack. Sourced.

# Says why the check can't run, and ends it with the exit code that `.ci/run` takes for 'skipped'.
can_not_run() {
    echo "$*" >&2
    exit 77
}
