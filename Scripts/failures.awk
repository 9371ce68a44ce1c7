# Of the thousands of lines of a build and of a test run, every hundredth step, and those about what failed and
# what was counted. What was skipped is one line at the end.
/^\[[0-9]+\/[0-9]+\] / { if (++steps % 100) next }
/^[^ ]+ Test case .*passing/ && !/(started|passed after .*)\.$/ { goes = 1; next }
goes { if (/(started|passed after .*)\.$/ || /" to "/) goes = 0; next }
/^[^ ]+ (Test case |Suite |Test ("|[a-zA-Z]+\()).*(started|passed)/ { next }
/^[^ ]+ Test .* skipped/ || /^[^ ]+ Suite .* skipped/ {
  skipped++
  reason = $0
  sub(/^.*skipped:? ?/, "", reason)
  reasons[reason]++
  next
}
/^Test Suite |Executed 0 tests|^↳ *$|^↳ (Testing Library|Target Platform)|^$/ { next }
{ print; fflush() }
END {
  for (reason in reasons) printf "%d tests or suites were skipped: %s\n", reasons[reason], reason
}
