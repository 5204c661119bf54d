// What the firmware needs of the board, and the trace that is in the program.
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

// A row of the trace; NaN for no value.
typedef struct {
  double time, range, rssi;
} trace_row_t;

int32_t trace_count(void);
trace_row_t trace_row(int32_t index);

// A counter of time, and how far it has come since it was read; less than half a second.
uint32_t board_ticks(void);
uint32_t board_ticks_since(uint32_t start);

// A beat is to be played: an actuator would be driven here. Times in microseconds.
void board_beat(int64_t time, int64_t interval, int32_t zone);

// The trace is over: so many rows, beats, and ticks in the pipeline.
void board_end(int32_t rows, int32_t beats, uint64_t ticks);

#endif
