// The deprecated functions, because their replacements would pull the whole library into a static executable.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>
