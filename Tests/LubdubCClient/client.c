#include "client.h"

#include <lubdub.h>
#include <string.h>

int client_beats(const char *options, size_t length) {
  enum { count = 100 };
  double times[count], ranges[count];
  uint8_t kinds[count] = {0};
  for (int i = 0; i < count; i++) {
    times[i] = i * 0.1;
    ranges[i] = 3 - i * 0.029;
  }
  lubdub_rows rows = {.count = count, .times = times, .kinds = kinds, .ranges = ranges};
  lubdub_result *result = lubdub_run(&rows, options, length);
  int beats = -1;
  for (size_t i = 0; lubdub_status(result) == LUBDUB_OK && i < lubdub_part_count(result); i++) {
    size_t bytes;
    if (strcmp(lubdub_part_name(result, i), "beat_time") != 0) continue;
    if (lubdub_part_bytes(result, i, &bytes)) beats = (int)(bytes / sizeof(double));
  }
  lubdub_release(result);
  return beats;
}
