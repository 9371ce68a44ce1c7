// Declares libFuzzer's entry point: the library (part of clang's `-fsanitize=fuzzer`) has no header for it.
#ifndef C_FUZZER_H
#define C_FUZZER_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*one)(const uint8_t *data, size_t size));

#endif
