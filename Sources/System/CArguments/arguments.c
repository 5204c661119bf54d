#include "arguments.h"

#include <stdlib.h>

static int count = 0;
static char **words = NULL;

#ifdef __GLIBC__
// The GNU C library calls constructors with the arguments of main.
__attribute__((constructor)) static void keep(int given, char **values) {
  count = given;
  words = values;
}
#endif

int argument_count(void) { return count; }

char **argument_words(void) { return words; }
