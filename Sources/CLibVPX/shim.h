#include <vpx/vpx_decoder.h>
