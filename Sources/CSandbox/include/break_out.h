// Tries what an attacker would try from within a worker process. Only in test builds.
#ifndef STICKERLINT_BREAK_OUT_H
#define STICKERLINT_BREAK_OUT_H

#if defined(__linux__)
// Returns the number of the first attempt that isn't denied, or 0 if all are denied.
int sl_try_escapes(void);
#endif

#endif
