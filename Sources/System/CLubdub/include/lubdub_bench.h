// The bench of Lubdub in C: what needs files or threads. Not in WebAssembly, but for `lubdub_reading_…`.
//
// Results are those of lubdub.h, and so are the rules.
#ifndef LUBDUB_BENCH_H
#define LUBDUB_BENCH_H

#include "lubdub.h"

#ifdef __cplusplus
extern "C" {
#endif

// How a call ended, beside the reasons of lubdub.h.
enum {
  // A trace cannot be read.
  LUBDUB_BAD_TRACE = 4,
  // There is nothing to work on: no recording, no truth, no rows of the radio.
  LUBDUB_NOTHING_TO_DO = 5,
  // The host has set `stop` of `lubdub_watch`.
  LUBDUB_STOPPED = 6
};

// What one thread sees of a call that another thread makes.
typedef struct {
  // Not 0: the call shall end. The host sets it.
  int32_t stop;
  // How far the call is: rows of a run, bytes of a file, runs of a search; `total` is 0 while nobody knows it.
  int64_t done;
  int64_t total;
} lubdub_watch;

// The members of a watch are read and written by two threads.
static inline int32_t watch_is_stopped(const lubdub_watch *watch) {
  return __atomic_load_n(&watch->stop, __ATOMIC_RELAXED) != 0;
}
static inline void watch_update(lubdub_watch *watch, int64_t done, int64_t total) {
  __atomic_store_n(&watch->total, total, __ATOMIC_RELAXED);
  __atomic_store_n(&watch->done, done, __ATOMIC_RELAXED);
}

// Has the calls of this thread look at `watch` from now on. `lubdub_run_any`, `lubdub_trace`, `lubdub_trace_bytes`,
// `lubdub_score` and `lubdub_calibrate` end with LUBDUB_STOPPED soon after `stop` is set; `lubdub_tune` gives the
// best so far. Null: nobody watches. The memory lives until the calls have ended.
void lubdub_watched_by(lubdub_watch *watch);

// The version of the library, such as 0.1.0. Never freed.
const char *lubdub_version(void);

// The names that options and settings take. Part in JSON, `names`: `presets`, `estimators`, `formats` (of traces),
// `clockPolicies` (`mendClock`), `hapticFormats`, `androidStyles`, and `loopings` (of `lubdub_export`), each a list.
lubdub_result *lubdub_names(void);

// As `lubdub_run`, and `estimator` may name the estimators of other people too. With `truthShift`, "auto" or seconds, the
// truth comes later, as in `lubdub run --truth-shift`; such rows stand in the order of time.
lubdub_result *lubdub_run_any(const lubdub_rows *rows, const char *options, size_t length);

// As `lubdub_pipeline_make`, and `estimator` may name the estimators of other people too.
lubdub_result *lubdub_pipeline_make_any(const char *options, size_t length, lubdub_pipeline **pipeline);

// MARK: Traces

// Reads a trace or a device log from a file. `options` is JSON, every member may be left out:
// - `format`: the name of the format; by default it is found by the content.
// - `peer`: the link to take; by default the busiest. `recording`: the recording to take; by default the
//   first.
// - `all`: whether the rows of every link and every recording are taken.
// - `strict`: whether the first row that is rejected ends the reading. `reorder`: rows that lie back by up to
//   so many seconds are put in order; `sort`: all are. `rate`: rows a second, for logs without a clock.
//   `mendClock`: what is done about times that leap: `mend` (the default), `keep` or `refuse`. `lag`: how far the clocks
//   of radios and links lie behind the others, as `ble=0.72s,phone=-300ms`: their rows are moved later.
// - `pattern`: the form of lines that are no table, as `t={t:s} *range={range:m}`, in place of `columns` and `format`.
// - `columns`: the columns of a CSV in another layout, as `t=ms_since_boot:ms,range=cm:cm`;
//   `decimalComma`: whether it has decimal commas; `thousands`: what stands between thousands and hundreds.
// - `name`: the name of the trace in messages. `threads`: 1, or 2, which is the default.
// Parts, one value a row: `time` (doubles, s), `kind` (bytes, as in `lubdub_rows`). Where a row has one:
// `range`, `truth`, `deviation` (doubles, m), `power`, `first_path_power` (dBm), `azimuth`, `elevation` (degrees), NaN
// for none; `channel` (int16, -1 for none); `peer`, `recording` (int32, places in the part of names, -1 for
// none), the latter two only with `all`.
// Parts in JSON: `peers`, `recordings` (names), `input` (for `lubdub_run`), `report` (what became of the
// rows), `notes` (sentences for people).
lubdub_result *lubdub_trace(const char *path, size_t path_length, const char *options, size_t length);

// The same of a trace in memory, which may be compressed with gzip.
lubdub_result *lubdub_trace_bytes(const uint8_t *bytes, size_t count, const char *options, size_t length);

// A column of a table: numbers with NaN for none, or else for each row the place of its text, -1 for none.
typedef struct {
  // As a trace names it, such as t_s, or as `columns` of the options does.
  const char *name;
  const double *numbers;
  const int32_t *places;
  const char *const *texts;
  size_t text_count;
} lubdub_column;

// Judges the rows of a table by the rules of a trace. `options` are those of `lubdub_trace`, and `sort`: whether rows are
// put in the order of time. Parts: those of `lubdub_trace`, whose reports count rows from 0, and `row` (int32): the row
// that each came from. Or, where every row is taken as it stands, `kind`, `input`, `report` and `notes` alone.
lubdub_result *lubdub_trace_table(const lubdub_column *columns, size_t column_count, size_t row_count,
                                  const char *options, size_t length);

// A trace that comes in pieces. Opaque. In WebAssembly too, where no logs of devices are read.
typedef struct lubdub_reading lubdub_reading;

// Begins to read. `options` are those of `lubdub_trace`. `reading` is set where the status is `LUBDUB_OK`; it is freed
// by `lubdub_reading_release`.
lubdub_result *lubdub_reading_make(const char *options, size_t length, lubdub_reading **reading);

// Reads the next bytes. No parts.
lubdub_result *lubdub_reading_feed(lubdub_reading *reading, const uint8_t *bytes, size_t count);

// Reads what is left at the end. Parts: those of `lubdub_trace`; or, where the trace has several links and nobody has
// chosen one, `link`, the busiest, and `note` (texts): read it once more with `peer`.
lubdub_result *lubdub_reading_finish(lubdub_reading *reading);

// Frees a reading. Null is skipped.
void lubdub_reading_release(lubdub_reading *reading);

// Looks at the first bytes of a table with columns of other names. Part: `table` (JSON), where it is one: `titles` (of the columns),
// `rows` (the first ones: a list of texts each), `roles` (a column's `field` and `unit` in a mapping, or null), `units`
// (those of each field), `proposal`: how it can be read: `decimalComma`, `thousands`, `needsRate`, `notes`; null where
// names and values do not say.
lubdub_result *lubdub_reading_preview(const uint8_t *bytes, size_t count);

// MARK: Measurement and search

// A recording in memory. Texts end with a zero byte; null stands for the empty one.
typedef struct {
  // The data set that it belongs to.
  const char *dataset;
  // Its name.
  const char *name;
  // What recordings that are held out together share; null: it is a session of its own.
  const char *session;
  lubdub_rows rows;
} lubdub_recording;

// Every call below takes recordings in memory, or else with `count` 0 the files and folders that `options`
// names: `paths`, and `reading`, which has the members of the options of `lubdub_trace`. A broken file in a
// folder is left out and named in `notes`; where no recording is left, the answer is LUBDUB_NOTHING_TO_DO.

// Scores the pipeline against the true distances. `options`: `settings`, `truthEdges` (what the truth is cut by, as many
// as the settings have; by default theirs), `truthShift` (how much later the truth comes, in s; null or "auto": found by itself, set by
// set), `jobs`: how many recordings are run at the same time. Without any truth the answer is LUBDUB_NOTHING_TO_DO. Parts in JSON: `scores`: one object
// a recording with `dataset`, `name`, and `range`, `zones` and `beat` as `lubdub bench accuracy --json` and
// `lubdub run` have them, null where nothing is known; `total`: `zones` and `beat` of all of them, and
// `range` over all points; `notes`.
lubdub_result *lubdub_score(const lubdub_recording *recordings, size_t count, const char *options,
                            size_t length);

// Estimates of another program for a recording, one value per row of it.
typedef struct {
  // Distances and the ends of their 95 % intervals in m; NaN for none. Null `lows` and `highs`: there are no intervals.
  const double *distances;
  const double *lows;
  const double *highs;
  // Standard deviations in m; null: the width of the interval / 3.92.
  const double *deviations;
  // The basis of each estimate, as `status` of `lubdub_run`; null: 1 where there is a distance.
  const uint8_t *statuses;
  // Changes of the zone in the order of time: seconds from the first row, and the zone from then on, 255 for none.
  // Null `zone_times`: the rule of the settings decides the zones of the distances.
  const double *zone_times;
  const uint8_t *zones;
  size_t zone_count;
} lubdub_estimates;

// Scores estimates of another program in place of those of the pipeline: the same rows, truths, options, and parts as
// `lubdub_score`. There is one `lubdub_estimates` per recording, and `paths` is no option here.
lubdub_result *lubdub_evaluate(const lubdub_recording *recordings, const lubdub_estimates *estimates, size_t count,
                               const char *options, size_t length);

// Determines bias, noise and path loss. `options`: `profile` (the radio's bias curve; without it, the one
// that fits best), `contact`: [from, to], when the devices touch, in seconds from the first row; `truthShift`, as
// for `lubdub_score`.
// Parts in JSON: `values`: objects with `name`, `unit`, `value`, `standard_error`, or `because` where it
// is not known, and `key`, the setting; `settings`: those that were determined; `refused`, `notes`; `summary`
// (counts). Parts, one value a reading: `residual_recording` (doubles, from 0), `residual_time` (s),
// `residual_truth` (m), `residual_reading` (m or dBm), `residual` (m or dB).
lubdub_result *lubdub_calibrate(const lubdub_recording *recordings, size_t count, const char *options,
                                size_t length);

// Makes the runs of a unit of a search, over recordings of a shard: the texts that questions of `lubdub_host` have.
// With `costs`, a list of numbers from 0, nothing is run: they take the place of the root mean square of the distances.
// Part: `scores` (text: doubles in base64).
lubdub_result *lubdub_unit(const lubdub_recording *recordings, size_t count, const char *unit, size_t length);

// What a search asks while it goes on. `ask` gets a question in JSON and gives the answer in JSON, both texts that end with
// a zero byte; python/lubdub/_host.py has them. It is called on the thread of `lubdub_tune` alone, and its answer lives
// until the next call. Null: the search shall end.
typedef struct {
  void *context;
  const char *(*ask)(void *context, const char *question);
} lubdub_host;

// Searches for the settings that suit recordings best, as `lubdub tune` does. `options`: `settings`,
// `objective`, `want` (a bound that comes before it), `over`: [[key, [from, to]], [key, [word, …]], …], whose order is part of the search, `budget`,
// `seed`, `jobs`, `calibrate`, `truthShift` (s; null: found by
// itself). `host` makes the runs; null: threads of this process do.
// Parts in JSON: `report` (that of `lubdub tune --report`), `settings` (what was tuned and what it needs), `tuned`
// (all settings), `warnings`, `notes`; `complete` (one byte).
lubdub_result *lubdub_tune(const lubdub_recording *recordings, size_t count, const char *options,
                           size_t length, const lubdub_host *host);

#ifdef __cplusplus
}
#endif

#endif
