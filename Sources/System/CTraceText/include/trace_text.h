// Rows of text, many at a time: where fields end, and the numbers of a column.
//
// The vectors of Swift have no bit mask of comparisons, which this takes. Those of clang compile for every
// processor, so that there is one text for SSE2, which every x86-64 has, NEON, AVX2 where the processor has it, and
// any other kind.
#ifndef TRACE_TEXT_H
#define TRACE_TEXT_H

#include <stdbool.h>
#include <stdint.h>

enum {
  /// The most rows that are looked at together: as many as a word has bits.
  text_row_limit = 64,
  /// How many bytes from the last byte of the last row on can be read, and how many before the first row.
  text_row_margin = 65,
  /// The most marks that are written behind those that are asked for.
  text_mark_slack = 2 * 64,
};

/// Where rows end and where their fields do. Marks are offsets from the byte before the first row.
typedef struct {
  /// The byte before the first row.
  const uint8_t *origin;
  /// 0, then the line feed of each row. Room for `text_row_limit` + `text_mark_slack`.
  uint32_t *feeds;
  /// The separators. Room for `text_row_limit` rows and `text_mark_slack`, which is read as well.
  uint32_t *separators;
  uint8_t separator;
  /// The fields of a row, at least two.
  int64_t columns;

  /// Is found: whether rows end with CR LF.
  bool has_returns;
} text_rows;

/// Finds the rows at `origin` + 1 that have the right number of fields and the same line end.
///
/// - last: The last line feed.
/// - limit: The most rows, up to `text_row_limit`.
///
/// Returns how many there are in front of the first that is different, or that begins with a blank, `#` or
/// another of the first characters of ASCII but a quotation mark.
int64_t text_find_rows(text_rows *rows, const uint8_t *last, int64_t limit);

/// The fields of a column.
typedef struct {
  const uint8_t *origin;
  /// The mark before each field, and the one behind it.
  const uint32_t *starts, *ends;
  int64_t start_stride, end_stride;
  /// How many bytes there are between a field and the mark behind it.
  uint32_t gap;
  /// The decimal mark of numbers.
  uint8_t point;
  /// Up to `text_row_limit`.
  int64_t count;
} text_fields;

/// 5^n as an exact divisor; see `DecimalDivisor`.
typedef struct {
  uint64_t divisor, reciprocal;
  int64_t exponent;
  /// 10^n.
  double power;
} text_divisor;

/// What the fields of a column are, one bit for each row.
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
/// - numbers: Room for `text_row_limit`; not defined where nothing was read.
text_seen text_read_short(const text_fields *fields, double *numbers);

/// The same for numbers of up to 24 characters behind the sign, of which 19 digits count at most.
///
/// - divisors: For 0 to 31 decimals.
text_seen text_read_long(
    const text_fields *fields, const text_divisor *divisors, double *numbers);

/// Which fields are a word, one bit for each row.
typedef struct {
  uint64_t first, second;
  /// Fields without a character.
  uint64_t empty;
} text_words;

/// Finds the fields that are one of two words.
///
/// - first, second: Up to seven characters, the first in the lowest byte, and how many there are in the highest.
text_words text_find_words(const text_fields *fields, uint64_t first, uint64_t second);

/// Which numbers are not between two others, limits included; one bit for each.
///
/// - numbers: Can be read up to a multiple of four.
uint64_t text_outside(const double *numbers, int64_t count, double low, double high);

/// Which numbers are less than the one before, or farther above it than `reach`; one bit for each.
///
/// - numbers: Can be read up to a multiple of four; before the first stands the one it is compared with.
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

/// All of them, for tests: 0 for every processor of this kind, 1 with AVX2 where this one has it. The functions
/// above are those of the highest number.
text_functions text_functions_at(int level);

#endif
