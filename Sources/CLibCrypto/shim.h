// The plain functions: those that came after them bring the whole library into a static file.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>
