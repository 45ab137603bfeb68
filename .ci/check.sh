# Runs checks, and says in the end which ran, how long they took, and what was skipped and why. Sourced by `run`, which
# may call itself: the outermost one reports on all of them.

reports=false
if [ -z "${CHECKED-}" ]; then
    reports=true
    CHECKED=$(mktemp -d)
    export CHECKED
fi
trap report EXIT
TIMEFORMAT="(%0lR; the processors worked %0lU + %0lS)"

# Runs a check: a name, and a command. One that can't run says why in its last line, and exits with 77.
check() {
    local name=$1 started=$SECONDS status=0 why
    shift
    printf '\n== %s\n' "$name"
    time { "$@" 2>&1 | tee "$CHECKED/output" || status=${PIPESTATUS[0]}; }
    if [ "$status" = 0 ]; then
        note passed "$name" "$(duration $((SECONDS - started)))"
    elif [ "$status" = 77 ]; then
        why=$(tail -n 1 "$CHECKED/output")
        echo "skipped: $why"
        if [ -n "${CI-}" ] && ! grep -q "^$name: " .ci/may-skip; then
            note failed "$name" "FAILED: it can't run here ($why), and .ci/may-skip does not list it"
            exit 1
        fi
        note skipped "$name" "skipped: $why"
    else
        note failed "$name" "FAILED"
        exit "$status"
    fi
}

part_is_over() {
    note part "$1, in all" "$(duration $SECONDS)"
}

note() {
    printf '%s\t%s\t%s\n' "$@" >> "$CHECKED/notes"
}

duration() {
    printf '%d min %02d s' $(($1 / 60)) $(($1 % 60))
}

report() {
    $reports || return 0
    if [ -f "$CHECKED/notes" ]; then
        printf '\n== summary\n'
        awk -F '\t' '{ printf "%-24s  %s\n", $2, $3 }' "$CHECKED/notes"
        awk -F '\t' '{ n[$1]++ } END { printf "%d passed, %d failed, %d skipped\n", n["passed"], n["failed"], n["skipped"] }' \
            "$CHECKED/notes"
    fi
    rm -r "$CHECKED"
}
