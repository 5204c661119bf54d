// Rows of text, many at a time: the ends of fields, and the numbers of a column.
//
// Swift's vectors have no bit mask of comparisons, which these functions need. Clang's vectors compile for every
// processor, so one source serves SSE2, which every x86-64 has, NEON, AVX2 if the processor has it, and
// any other kind.
#ifndef TRACE_TEXT_H
#define TRACE_TEXT_H

#include <stdbool.h>
#include <stdint.h>

enum {
  /// The largest number of rows per call: the number of bits in a word.
  text_row_limit = 64,
  /// The number of bytes that must be readable from the last byte of the last row on, and before the first row.
  text_row_margin = 65,
  /// The largest number of marks that are written after the requested marks.
  text_mark_slack = 2 * 64,
};

/// The ends of rows and of their fields. Marks are offsets from the byte before the first row.
typedef struct {
  /// The byte before the first row.
  const uint8_t *origin;
  /// 0, then the line feed of each row. Room for `text_row_limit` + `text_mark_slack`.
  uint32_t *feeds;
  /// The separators. Room for `text_row_limit` rows and `text_mark_slack`, which is also read.
  uint32_t *separators;
  uint8_t separator;
  /// The number of fields of a row, at least two.
  int64_t columns;

  /// An output: whether rows end with CR LF.
  bool has_returns;
} text_rows;

/// Finds the rows at `origin` + 1 that have the right number of fields and the same line end.
///
/// - last: The last line feed.
/// - limit: The largest number of rows, up to `text_row_limit`.
///
/// Returns the number of rows before the first row that is different, or that begins with a blank, `#`, or
/// another of the first characters of ASCII except a quotation mark.
int64_t text_find_rows(text_rows *rows, const uint8_t *last, int64_t limit);

/// The fields of a column.
typedef struct {
  const uint8_t *origin;
  /// The mark before each field, and the mark after it.
  const uint32_t *starts, *ends;
  int64_t start_stride, end_stride;
  /// The number of bytes between a field and the mark after it.
  uint32_t gap;
  /// The decimal mark of numbers.
  uint8_t point;
  /// The number of fields, up to `text_row_limit`.
  int64_t count;
} text_fields;

/// 5^n as an exact divisor; see `DecimalDivisor`.
typedef struct {
  uint64_t divisor, reciprocal;
  int64_t exponent;
  /// 10^n.
  double power;
} text_divisor;

/// The kinds of the fields of a column, one bit for each row.
typedef struct {
  /// Fields that were read.
  uint64_t taken;
  /// Fields without a character.
  uint64_t empty;
  /// Whether a field has more than 8 characters.
  bool has_long;
} text_seen;

/// Reads numbers of up to 8 characters: an optional blank, an optional minus, digits, and at most one decimal mark
/// that is not the last character. They are correctly rounded.
///
/// - numbers: Room for `text_row_limit`; undefined for fields that were not read.
text_seen text_read_short(const text_fields *fields, double *numbers);

/// Reads numbers of up to 24 characters after the sign, with at most 19 significant digits, like `text_read_short`.
///
/// - divisors: For 0 to 31 decimals.
text_seen text_read_long(
    const text_fields *fields, const text_divisor *divisors, double *numbers);

/// The fields that are equal to a word, one bit for each row.
typedef struct {
  uint64_t first, second;
  /// Fields without a character.
  uint64_t empty;
} text_words;

/// Finds the fields that are one of two words.
///
/// - first, second: Up to seven characters, the first in the lowest byte, and their number in the highest byte.
text_words text_find_words(const text_fields *fields, uint64_t first, uint64_t second);

/// Returns the numbers outside the range from `low` to `high`; one bit for each number.
///
/// - numbers: Must be readable up to a multiple of four.
uint64_t text_outside(const double *numbers, int64_t count, double low, double high);

/// Returns the numbers that are below the previous number, or more than `reach` above it; one bit for each number.
///
/// - numbers: Must be readable up to a multiple of four; the number before the first is compared with the first.
uint64_t text_leaps(const double *numbers, int64_t count, double reach);

/// The functions above for one kind of processor.
typedef struct {
  int64_t (*find_rows)(text_rows *rows, const uint8_t *last, int64_t limit);
  text_seen (*read_short)(const text_fields *fields, double *numbers);
  text_seen (*read_long)(const text_fields *fields, const text_divisor *divisors, double *numbers);
  text_words (*find_words)(const text_fields *fields, uint64_t first, uint64_t second);
  uint64_t (*outside)(const double *numbers, int64_t count, double low, double high);
  uint64_t (*leaps)(const double *numbers, int64_t count, double reach);
} text_functions;

/// Returns the functions of a level, for tests: 0 for every processor of this kind, 1 with AVX2 if this processor has it.
/// The functions above are the functions of the highest level.
text_functions text_functions_at(int level);

#endif
