// What an attacker would try from within a worker: only builds for tests have it.
#ifndef STICKERLINT_BREAK_OUT_H
#define STICKERLINT_BREAK_OUT_H

#if defined(__linux__)
// The number of the first try that is not refused, 0 where all are.
int sl_break_out(void);
#endif

#endif
