#include "CFuzzer.h"  // a target of headers alone would not be built
