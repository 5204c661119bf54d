// The functions of trace_text.h for AVX-512, in vectors of 64 bytes.
//
// Comparisons give masks in registers of their own here, so that there is nothing in common with the text for
// other processors but the results.

/// 0 to 15.
INLINE __m512i count_512(void) { return _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0); }

/// Up to 16 marks of a column.
INLINE __m512i marks_512(const uint32_t *marks, int64_t stride, __mmask16 valid) {
  if (stride == 1) return _mm512_maskz_loadu_epi32(valid, marks);
  __m512i places = _mm512_mullo_epi32(count_512(), _mm512_set1_epi32((int)stride));
  if (stride > 4) return _mm512_i32gather_epi32(places, marks, 4);
  __m512i low = _mm512_permutex2var_epi32(_mm512_loadu_si512(marks), places, _mm512_loadu_si512(marks + 16));
  if (stride == 2) return low;
  __m512i high = _mm512_permutex2var_epi32(_mm512_loadu_si512(marks + 32), places, _mm512_loadu_si512(marks + 48));
  return _mm512_mask_mov_epi32(low, _mm512_test_epi32_mask(places, _mm512_set1_epi32(32)), high);
}

// MARK: Fields

/// Fields of a column, one after the other.
typedef struct {
  /// Offsets of the byte behind each. Those that are missing up to a multiple of 16 have that of the first.
  uint32_t ends[text_row_limit] __attribute__((aligned(64)));
  /// How long they are, 255 and more as 255; those that are missing have none.
  uint8_t lengths[text_row_limit] __attribute__((aligned(64)));
  uint32_t longest;
} fields_512;

INLINE void gather_512(const text_fields *fields, fields_512 *all) {
  const __m512i gap = _mm512_set1_epi32((int)fields->gap), one = _mm512_set1_epi32(1);
  const __m512i first = _mm512_set1_epi32((int)(fields->ends[0] - fields->gap));
  __m512i longest = _mm512_setzero_si512();
  for (int64_t row = 0; row < fields->count; row += 16) {
    __mmask16 valid = (__mmask16)first_rows(fields->count - row);
    __m512i starts = marks_512(fields->starts + row * fields->start_stride, fields->start_stride, valid);
    __m512i ends = marks_512(fields->ends + row * fields->end_stride, fields->end_stride, valid);
    ends = _mm512_mask_sub_epi32(first, valid, ends, gap);
    __m512i lengths = _mm512_maskz_sub_epi32(valid, _mm512_sub_epi32(ends, starts), one);
    longest = _mm512_max_epu32(longest, lengths);
    _mm512_store_si512(all->ends + row, ends);
    _mm_store_si128((__m128i *)(all->lengths + row), _mm512_cvtusepi32_epi8(lengths));
  }
  all->longest = _mm512_reduce_max_epu32(longest);
}

/// The last eight bytes of eight fields.
INLINE __m512i texts_512_8(const uint8_t *origin, const uint32_t *ends) {
  words64 text;
  for (int lane = 0; lane < 8; lane++) text[lane] = load8(origin + ends[lane] - 8);
  return (__m512i)text;
}

/// The last 16 bytes of four fields.
INLINE __m512i texts_512_16(const uint8_t *origin, const uint32_t *ends) {
  __m512i text = _mm512_castsi128_si512(_mm_loadu_si128((const __m128i *)(origin + ends[0] - 16)));
  text = _mm512_inserti32x4(text, _mm_loadu_si128((const __m128i *)(origin + ends[1] - 16)), 1);
  text = _mm512_inserti32x4(text, _mm_loadu_si128((const __m128i *)(origin + ends[2] - 16)), 2);
  return _mm512_inserti32x4(text, _mm_loadu_si128((const __m128i *)(origin + ends[3] - 16)), 3);
}

/// The last 32 bytes of two fields.
INLINE __m512i texts_512_32(const uint8_t *origin, const uint32_t *ends) {
  __m512i text = _mm512_castsi256_si512(_mm256_loadu_si256((const __m256i *)(origin + ends[0] - 32)));
  return _mm512_inserti64x4(text, _mm256_loadu_si256((const __m256i *)(origin + ends[1] - 32)), 1);
}

// MARK: Rows

/// Writes the places of the bits of a mask, lowest first: 16 entries, or 64 where there are more.
INLINE int64_t mark_512(uint64_t mask, uint32_t base, uint32_t *marks) {
  const __m512i places = _mm512_set_epi8(
      63, 62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45, 44, 43, 42, 41, 40, 39, 38, 37,
      36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9,
      8, 7, 6, 5, 4, 3, 2, 1, 0);
  int64_t count = __builtin_popcountll(mask);
  __m512i set = _mm512_maskz_compress_epi8(mask, places), bases = _mm512_set1_epi32((int)base);
  _mm512_storeu_si512(marks, _mm512_add_epi32(_mm512_cvtepu8_epi32(_mm512_castsi512_si128(set)), bases));
  for (int entry = 16; __builtin_expect(entry < count, 0); entry += 16) {
    set = _mm512_alignr_epi32(set, set, 4);
    _mm512_storeu_si512(marks + entry, _mm512_add_epi32(_mm512_cvtepu8_epi32(_mm512_castsi512_si128(set)), bases));
  }
  return count;
}

/// Writes the separators column by column, and says whether the last one of each row stands before its line feed,
/// and the next one behind it.
INLINE bool align_512(text_rows *rows, int64_t count) {
  int64_t between = rows->columns - 1;
  __mmask16 wrong = 0;
  rows->row_pitch = 1;
  rows->column_pitch = text_row_limit;
  rows->marks = rows->table;
  for (int64_t row = 0; row < count; row += 16) {
    __mmask16 valid = (__mmask16)first_rows(count - row);
    __m512i last = _mm512_setzero_si512();
    for (int64_t column = 0; column < between; column++) {
      last = marks_512(rows->separators + row * between + column, between, valid);
      _mm512_storeu_si512(rows->table + column * text_row_limit + row, last);
    }
    __m512i feeds = _mm512_loadu_si512(rows->feeds + row + 1);
    __m512i next = marks_512(rows->separators + (row + 1) * between, between, valid);
    wrong |= _mm512_mask_cmpgt_epu32_mask(valid, last, feeds) | _mm512_mask_cmplt_epu32_mask(valid, next, feeds);
  }
  return wrong == 0;
}

static int64_t find_rows_512(text_rows *rows, const uint8_t *last, int64_t limit) {
  const uint8_t *first = rows->origin + 1, *end = last;
  uint32_t *feeds = rows->feeds, *separators = rows->separators;
  const __m512i separator = _mm512_set1_epi8((char)rows->separator);
  const __m512i feed = _mm512_set1_epi8('\n'), back = _mm512_set1_epi8('\r'), quote = _mm512_set1_epi8('"');
  int64_t between = rows->columns - 1, most = limit * between, count = 0, fields = 0;
  // Line ends among the bytes before, in the highest bit.
  uint64_t last_feeds = 1ull << 63, last_returns = 0;
  // Rows that begin with a character that no plain row begins with, carriage returns, line feeds without one.
  uint64_t odd = 0, any_return = 0, bare = 0;
  feeds[0] = 0;
  for (const uint8_t *place = first; count < limit && fields <= most && place <= end; place += 64) {
    uint32_t base = (uint32_t)(place - first) + 1;
    __m512i text = _mm512_loadu_si512(place);
    uint64_t ends = _mm512_cmpeq_epi8_mask(text, feed), low = _mm512_cmple_epu8_mask(text, _mm512_set1_epi8('#'));
    count += mark_512(ends, base, feeds + count + 1);
    fields += mark_512(_mm512_cmpeq_epi8_mask(text, separator), base, separators + fields);
    uint64_t returns = 0;
    if (low != ends) {
      low &= ~_mm512_cmpeq_epi8_mask(text, quote);
      returns = _mm512_cmpeq_epi8_mask(text, back);
      any_return |= returns;
      if (returns != 0) end = return_alone_wide(place, returns, ends, end);
    }
    odd |= low & (ends << 1 | last_feeds >> 63);
    bare |= ends & ~(returns << 1 | last_returns >> 63);
    last_feeds = ends;
    last_returns = returns;
  }
  separators[fields] = UINT32_MAX;
  if (count > limit) count = limit;
  if (count > fields / between) count = fields / between;
  while (count > 0 && (int64_t)feeds[count] > end - first + 1) count--;
  bool are_plain = (odd | (any_return ? bare : 0)) == 0;
  if (!align_512(rows, count) || !are_plain) return plain_rows(rows, count, any_return != 0);
  rows->has_returns = count > 0 && any_return != 0;
  return count;
}

#include "trace_text_512_numbers.h"

// MARK: Words and limits

static text_words find_words_512(const text_fields *fields, uint64_t first, uint64_t second) {
  const __m512i one = _mm512_set1_epi64((int64_t)first), two = _mm512_set1_epi64((int64_t)second);
  fields_512 all;
  gather_512(fields, &all);
  text_words found = {0, 0, 0};
  for (int64_t row = 0; row < fields->count; row += 8) {
    __m512i lengths = _mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *)(all.lengths + row)));
    // A shift by 64 and more gives 0.
    __m512i outside = _mm512_sub_epi64(_mm512_set1_epi64(64), _mm512_slli_epi64(lengths, 3));
    __m512i keys = _mm512_srlv_epi64(texts_512_8(fields->origin, all.ends + row), outside);
    keys = _mm512_or_si512(keys, _mm512_slli_epi64(lengths, 56));
    found.first |= (uint64_t)_mm512_cmpeq_epi64_mask(keys, one) << row;
    found.second |= (uint64_t)_mm512_cmpeq_epi64_mask(keys, two) << row;
    found.empty |= (uint64_t)_mm512_testn_epi64_mask(keys, keys) << row;
  }
  uint64_t rows = first_rows(fields->count);
  return (text_words){found.first & rows, found.second & rows, found.empty & rows};
}

static uint64_t outside_512(const double *numbers, int64_t count, double low, double high) {
  const __m512d lowest = _mm512_set1_pd(low), highest = _mm512_set1_pd(high);
  uint64_t inside = 0;
  for (int64_t row = 0; row < count; row += 8) {
    __m512d eight = _mm512_loadu_pd(numbers + row);
    __mmask8 is_above = _mm512_cmp_pd_mask(eight, lowest, _CMP_GE_OQ);
    inside |= (uint64_t)_mm512_mask_cmp_pd_mask(is_above, eight, highest, _CMP_LE_OQ) << row;
  }
  return ~inside & first_rows(count);
}

static uint64_t leaps_512(const double *numbers, int64_t count, double reach) {
  uint64_t steps = 0;
  __m512d zero = _mm512_setzero_pd(), longest = _mm512_set1_pd(reach);
  for (int64_t row = 0; row < count; row += 8) {
    __m512d eight = _mm512_loadu_pd(numbers + row), before = _mm512_loadu_pd(numbers + row - 1);
    __m512d step = _mm512_sub_pd(eight, before);
    __mmask8 forwards = _mm512_cmp_pd_mask(step, zero, _CMP_GE_OQ);
    steps |= (uint64_t)_mm512_mask_cmp_pd_mask(forwards, step, longest, _CMP_LE_OQ) << row;
  }
  return ~steps & first_rows(count);
}
