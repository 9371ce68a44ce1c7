#include <lcms2.h>

/* Sample layouts as constants, because Swift does not import macros that combine other macros. */
static const cmsUInt32Number SL_RGB_DOUBLE = TYPE_RGB_DBL;
static const cmsUInt32Number SL_GRAY_DOUBLE = TYPE_GRAY_DBL;
static const cmsUInt32Number SL_XYZ_DOUBLE = TYPE_XYZ_DBL;
static const cmsUInt32Number SL_RGBA_8 = TYPE_RGBA_8;
/* 255 is full ink. LittleCMS does not invert samples when it converts them to double precision. */
static const cmsUInt32Number SL_CMYK_8 = TYPE_CMYK_8;
