# Filters the output of a build and a test run. Prints every hundredth build step, failures and totals. Prints one line per
# reason for skipped tests at the end.
/^\[[0-9]+\/[0-9]+\] / { if (++steps % 100) next }
/^[^ ]+ Test case .*passing/ && !/(started|passed after .*)\.$/ { goes = 1; next }
goes { if (/(started|passed after .*)\.$/ || /" to "/) goes = 0; next }
/^[^ ]+ (Test case |Suite |Test ("|[a-zA-Z]+\()).*(started|passed)/ { next }
# The title of a test that fails may contain the word "skipped", too.
(/^[^ ]+ Test .* skipped/ || /^[^ ]+ Suite .* skipped/) && !/ (recorded an issue|failed after) / {
  skipped++
  reason = $0
  sub(/^.*skipped:? ?/, "", reason)
  reasons[reason]++
  next
}
/^Test Suite |Executed 0 tests|^↳ *$|^↳ (Testing Library|Target Platform)|^$/ { next }
{ print; fflush() }
END {
  for (reason in reasons) printf "Skipped %d tests or suites: %s\n", reasons[reason], reason
}
