#include "CFuzzer.h"  // SwiftPM doesn't build a C target that has only headers
