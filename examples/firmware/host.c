// The same firmware on this machine, to compare with.
#include "board.h"
#include "trace.h"

#include <inttypes.h>
#include <stdio.h>

uint32_t board_ticks(void) { return 0; }
uint32_t board_ticks_since(uint32_t start) { return start; }

void board_beat(int64_t time, int64_t interval, int32_t zone) {
  printf("beat %" PRId64 " us, interval %" PRId64 " us, zone %" PRId32 "\n", time, interval, zone);
}

void board_end(int32_t rows, int32_t beats, uint64_t ticks) {
  (void)ticks;
  printf("end %" PRId32 " rows, %" PRId32 " beats\n", rows, beats);
}
