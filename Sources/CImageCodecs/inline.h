// Shared by the pixel kernels. Each kernel is written once and compiled twice on x86-64: for every processor,
// and for processors with AVX2. The choice is made at run time.
#ifndef INLINE_H
#define INLINE_H

#define INLINE static inline __attribute__((always_inline))

#if defined(__x86_64__)
#define AVX2 __attribute__((target("avx2")))
// Returns the result of the call if the processor has AVX2.
#define USE_AVX2(call) \
  if (__builtin_cpu_supports("avx2")) return call
#else
#define USE_AVX2(call)
#endif

#endif
