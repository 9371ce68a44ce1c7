#include <lcms2.h>

/* Layouts of samples: Swift does not import macros that are put together. */
static const cmsUInt32Number SL_RGB_DOUBLE = TYPE_RGB_DBL;
static const cmsUInt32Number SL_GRAY_DOUBLE = TYPE_GRAY_DBL;
static const cmsUInt32Number SL_XYZ_DOUBLE = TYPE_XYZ_DBL;
static const cmsUInt32Number SL_RGBA_8 = TYPE_RGBA_8;
/* 255 is all ink: LittleCMS does not turn it around on the way to numbers of double precision. */
static const cmsUInt32Number SL_CMYK_8 = TYPE_CMYK_8;
