// What the pixel kernels share: each is written once, and compiled once more for processors with AVX2, which
// are asked for it when it runs.
#ifndef INLINE_H
#define INLINE_H

#define INLINE static inline __attribute__((always_inline))

#if defined(__x86_64__)
#define AVX2 __attribute__((target("avx2")))
// Returns what the call gives, on a processor that has it.
#define USE_AVX2(call) \
  if (__builtin_cpu_supports("avx2")) return call
#else
#define USE_AVX2(call)
#endif

#endif
