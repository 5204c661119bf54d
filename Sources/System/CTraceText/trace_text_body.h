// The functions of trace_text.h for one kind of processor. This file is included once per kind, with NAME, which names
// the functions, and with MASK32 and MASK4, which return the upper bits of 32 bytes and of four words.

// MARK: Rows

/// Returns the positions of a byte among 64 bytes: bit n is set if byte n is equal to it.
INLINE uint64_t NAME(find)(const uint8_t *place, uint8_t byte) {
  bytes32 low, high;
  memcpy(&low, place, 32);
  memcpy(&high, place + 32, 32);
  low = (bytes32)(low == byte);
  high = (bytes32)(high == byte);
  return MASK32(low) | (uint64_t)MASK32(high) << 32;
}

/// Writes the positions of the bits of a mask, lowest first: `usual` at once, then four at a time. More entries are
/// written than the mask has bits, and the usual count needs no branch.
INLINE int64_t NAME(mark)(uint64_t mask, uint32_t base, uint32_t *marks, int usual) {
  int64_t count = __builtin_popcountll(mask);
  for (int entry = 0; entry < usual; entry++) {
    marks[entry] = base + (mask ? (uint32_t)__builtin_ctzll(mask) : 64);
    mask &= mask - 1;
  }
  while (__builtin_expect(mask != 0, 0)) {
    marks += usual;
    usual = 4;
    for (int entry = 0; entry < 4; entry++) {
      marks[entry] = base + (mask ? (uint32_t)__builtin_ctzll(mask) : 64);
      mask &= mask - 1;
    }
  }
  return count;
}

/// Returns the first carriage return among 64 bytes that no line feed follows, or `end`.
static __attribute__((noinline)) const uint8_t *NAME(return_alone)(
    const uint8_t *place, uint64_t returns, uint64_t feeds, const uint8_t *end) {
  uint64_t next = place[64] == '\n';
  uint64_t alone = returns & ~(feeds >> 1 | next << 63);
  if (alone == 0) return end;
  place += __builtin_ctzll(alone);
  return place < end ? place : end;
}

static int64_t NAME(find_rows)(text_rows *rows, const uint8_t *last, int64_t limit) {
  const uint8_t *first = rows->origin + 1, *end = last;
  uint32_t *feeds = rows->feeds, *separators = rows->separators;
  uint8_t separator = rows->separator;
  int64_t between = rows->columns - 1, most = limit * between, count = 0, fields = 0;
  uint64_t any_return = 0;
  // With long fields, fewer entries are written at once.
  bool is_sparse = __builtin_popcountll(NAME(find)(first, separator)) <= 5;
  feeds[0] = 0;
  for (const uint8_t *place = first; count < limit && fields <= most && place <= end; place += 64) {
    uint32_t base = (uint32_t)(place - first) + 1;
    uint64_t ends = NAME(find)(place, '\n'), returns = NAME(find)(place, '\r');
    count += NAME(mark)(ends, base, feeds + count + 1, 4);
    uint64_t found = NAME(find)(place, separator);
    fields += is_sparse ? NAME(mark)(found, base, separators + fields, 8)
                        : NAME(mark)(found, base, separators + fields, 12);
    any_return |= returns;
    if (returns) end = NAME(return_alone)(place, returns, ends, end);
  }
  separators[fields] = UINT32_MAX;
  if (count > limit) count = limit;
  if (count > fields / between) count = fields / between;
  while (count > 0 && (int64_t)feeds[count] > end - first + 1) count--;
  return plain_rows(rows, count, any_return != 0);
}

#include "trace_text_numbers.h"

// MARK: Words and limits

/// Four fields as words: up to seven characters, and their number in the highest byte.
INLINE void NAME(words_of_four)(
    const text_fields *fields, const uint32_t *starts, int64_t start_stride, const uint32_t *ends,
    int64_t end_stride, words32 *words) {
  const uint8_t *origin = fields->origin + 1;
  uint32_t gap = fields->gap + 1;
  words32 length, behind;
  for (int lane = 0; lane < 4; lane++) {
    uint32_t start = starts[lane * start_stride], count = ends[lane * end_stride] - start - gap;
    (*words)[lane] = load8(origin + start);
    behind[lane] = load8(edge + 32 - (count & 7));
    length[lane] = count;
  }
  *words = (*words & ~behind) | length << 56 | (words32)(length > 7);
}

static text_words NAME(find_words)(const text_fields *fields, uint64_t first, uint64_t second) {
  text_words found = {0, 0, 0};
  const uint32_t *starts = fields->starts, *ends = fields->ends;
  int64_t start_stride = fields->start_stride, end_stride = fields->end_stride;
  uint32_t last_starts[4], last_ends[4];
  for (int64_t row = 0; row < fields->count; row += 4) {
    if (row + 4 > fields->count) {
      repeat_last(fields, row, last_starts, last_ends);
      starts = last_starts;
      ends = last_ends;
      start_stride = end_stride = 1;
    }
    words32 words;
    NAME(words_of_four)(fields, starts, start_stride, ends, end_stride, &words);
    words32 is_first = (words32)(words == first), is_second = (words32)(words == second);
    words32 is_empty = (words32)(words == 0);
    found.first |= (uint64_t)MASK4(is_first) << row;
    found.second |= (uint64_t)MASK4(is_second) << row;
    found.empty |= (uint64_t)MASK4(is_empty) << row;
    starts += 4 * start_stride;
    ends += 4 * end_stride;
  }
  uint64_t all = first_rows(fields->count);
  found.first &= all;
  found.second &= all;
  found.empty &= all;
  return found;
}

static uint64_t NAME(outside)(const double *numbers, int64_t count, double low, double high) {
  uint64_t result = 0;
  for (int64_t row = 0; row < count; row += 4) {
    doubles32 four;
    memcpy(&four, numbers + row, 32);
    words32 is_outside = ~((words32)(four >= low) & (words32)(four <= high));
    result |= (uint64_t)MASK4(is_outside) << row;
  }
  return result & first_rows(count);
}

static uint64_t NAME(leaps)(const double *numbers, int64_t count, double reach) {
  uint64_t result = 0;
  for (int64_t row = 0; row < count; row += 4) {
    doubles32 four, before;
    memcpy(&four, numbers + row, 32);
    memcpy(&before, numbers + row - 1, 32);
    doubles32 step = four - before;
    words32 is_leap = ~((words32)(step >= 0) & (words32)(step <= reach));
    result |= (uint64_t)MASK4(is_leap) << row;
  }
  return result & first_rows(count);
}

#undef MASK32
#undef MASK4
#undef NAME
