// What libFuzzer, the library of clang's `-fsanitize=fuzzer`, is started by: it has no header of its own.
#ifndef C_FUZZER_H
#define C_FUZZER_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*one)(const uint8_t *data, size_t size));

#endif
