// What Embedded Swift expects of a C library, where that one has it under another name.
#include <stddef.h>

double strtod(const char *text, char **end);

// Reads a number; in a program that never sets a locale, strtod reads the C locale's form.
const char *_swift_stdlib_strtod_clocale(const char *text, double *number) {
  char *end;
  *number = strtod(text, &end);
  return end;
}

#ifdef __wasm__
int getentropy(void *bytes, size_t count);

// Seeds of hash tables.
void arc4random_buf(void *bytes, size_t count) {
  for (size_t start = 0; start < count; start += 256)
    getentropy((char *)bytes + start, count - start < 256 ? count - start : 256);
}
#endif
