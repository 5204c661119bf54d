// Code of others, as it was published, for keepsakes; drawing.c compiles what stands in headers.
//   nanosvg.h, nanosvgrast.h    Mikko Mononen, zlib license, memononen/nanosvg@6657908
//   stb_truetype.h              Sean Barrett, MIT license or public domain, nothings/stb@31c1ad3
//   qrcodegen.h, qrcodegen.c    Project Nayuki, MIT license, nayuki/QR-Code-generator@777682a
#include "nanosvg.h"
#include "nanosvgrast.h"
#include "qrcodegen.h"
#include "stb_truetype.h"
