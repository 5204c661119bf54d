// The workbench of Lubdub in C: functions that need files or threads. Only `lubdub_reading_…` exists in WebAssembly.
//
// The results and the rules of lubdub.h apply.
#ifndef LUBDUB_BENCH_H
#define LUBDUB_BENCH_H

#include "lubdub.h"

#ifdef __cplusplus
extern "C" {
#endif

// Further statuses of a call, in addition to those of lubdub.h.
enum {
  // A trace cannot be read.
  LUBDUB_BAD_TRACE = 4,
  // The input lacks recordings, a truth, or rows of the radio.
  LUBDUB_NOTHING_TO_DO = 5,
  // The host has set `stop` of `lubdub_watch`.
  LUBDUB_STOPPED = 6
};

// The progress of a call on another thread, and a request to stop it.
typedef struct {
  // If it is not 0, the call ends. The host sets it.
  int32_t stop;
  // The progress of the call: rows of a run, bytes of a file, or runs of a search; `total` is 0 while it is unknown.
  int64_t done;
  int64_t total;
} lubdub_watch;

// Two threads read and write the members of a watch.
static inline int32_t watch_is_stopped(const lubdub_watch *watch) {
  return __atomic_load_n(&watch->stop, __ATOMIC_RELAXED) != 0;
}
static inline void watch_update(lubdub_watch *watch, int64_t done, int64_t total) {
  __atomic_store_n(&watch->total, total, __ATOMIC_RELAXED);
  __atomic_store_n(&watch->done, done, __ATOMIC_RELAXED);
}

// Sets the watch of the following calls on this thread. `lubdub_run_any`, `lubdub_trace`, `lubdub_trace_bytes`,
// `lubdub_score`, and `lubdub_calibrate` end with LUBDUB_STOPPED soon after `stop` is set; `lubdub_tune` returns the
// best candidate so far. Null removes the watch. Keep the memory until the calls have ended.
void lubdub_watched_by(lubdub_watch *watch);

// Returns the version of the library, such as 0.2.0. Do not free it.
const char *lubdub_version(void);

// Returns the names that options and settings accept. Part in JSON, `names`: `presets`, `estimators`, `formats` (of traces),
// `clockPolicies` (`mendClock`), `hapticFormats`, `androidStyles`, and `loopings` (of `lubdub_export`), each a list.
lubdub_result *lubdub_names(void);

// Runs a session like `lubdub_run`; `estimator` can also be an estimator of the workbench. `truthShift`, "auto" or
// seconds, delays the truth, like `lubdub run --truth-shift`; its rows are sorted by time.
lubdub_result *lubdub_run_any(const lubdub_rows *rows, const char *options, size_t length);

// Creates a pipeline like `lubdub_pipeline_make`; `estimator` can also be an estimator of the workbench.
lubdub_result *lubdub_pipeline_make_any(const char *options, size_t length, lubdub_pipeline **pipeline);

// MARK: Traces

// Reads a trace or a device log from a file. `options` is JSON; every member is optional:
// - `format`: the name of the format; by default, the content determines it.
// - `peer`: the link to read; by default the link with the most rows. `recording`: the recording to read; by default the
//   first.
// - `all`: whether to read the rows of every link and every recording.
// - `strict`: whether the first rejected row is an error. `reorder`: sorts rows that are late by up to this time in s;
//   `sort`: sorts all rows. `rate`: rows per second, for logs without a clock.
//   `mendClock`: the treatment of times that jump: `mend` (the default), `keep`, or `refuse`. `lag`: the delays of the
//   clocks of radios and links, such as `ble=0.72s,phone=-300ms`: their rows are moved by the delay.
// - `pattern`: the pattern of lines that are not a table, such as `t={t:s} *range={range:m}`, instead of `columns` and
//   `format`.
// - `columns`: the columns of a CSV file with another layout, such as `t=ms_since_boot:ms,range=cm:cm`;
//   `decimalComma`: whether the file has decimal commas; `thousands`: the separator between thousands and hundreds.
// - `name`: the name of the trace in messages. `threads`: 1, or 2, which is the default.
// Parts, one value per row: `time` (doubles, s), `kind` (bytes, as in `lubdub_rows`). If a row has one:
// `range`, `truth`, `deviation` (doubles, m), `power`, `first_path_power` (dBm), `azimuth`, `elevation` (degrees), NaN
// for no value; `channel` (int16, -1 for no channel); `peer`, `recording` (int32, indices in the parts with the names, -1
// for no name; only with `all`).
// Parts in JSON: `peers`, `recordings` (names), `input` (for `lubdub_run`), `report` (the numbers of accepted and rejected
// rows), `notes` (sentences for people).
lubdub_result *lubdub_trace(const char *path, size_t path_length, const char *options, size_t length);

// Reads a trace or a device log in memory, like `lubdub_trace`. The bytes can be compressed with gzip.
lubdub_result *lubdub_trace_bytes(const uint8_t *bytes, size_t count, const char *options, size_t length);

// A column of a table: numbers, NaN for no number, or the index of each row's text, -1 for no text.
typedef struct {
  // The name in a trace, such as t_s, or in the option `columns`.
  const char *name;
  const double *numbers;
  const int32_t *places;
  const char *const *texts;
  size_t text_count;
} lubdub_column;

// Checks the rows of a table by the rules for traces. `options` are the options of `lubdub_trace`, and `sort`: whether to
// sort rows by time. Parts: the parts of `lubdub_trace`, whose reports count rows from 0, and `row` (int32): the index of
// each row in the table. If every row is accepted unchanged, only `kind`, `input`, `report`, and `notes`.
lubdub_result *lubdub_trace_table(const lubdub_column *columns, size_t column_count, size_t row_count,
                                  const char *options, size_t length);

// A trace that arrives in pieces. Opaque. Also in WebAssembly, but without device logs.
typedef struct lubdub_reading lubdub_reading;

// Starts to read a trace. `options` are the options of `lubdub_trace`. `reading` is set if the status is `LUBDUB_OK`; free
// it with `lubdub_reading_release`.
lubdub_result *lubdub_reading_make(const char *options, size_t length, lubdub_reading **reading);

// Reads the next bytes. No parts.
lubdub_result *lubdub_reading_feed(lubdub_reading *reading, const uint8_t *bytes, size_t count);

// Reads the remaining bytes at the end. Parts: the parts of `lubdub_trace`; or, if the trace has several links and the
// options choose none, the texts `link` (the link with the most rows) and `note`: read the trace again with `peer`.
lubdub_result *lubdub_reading_finish(lubdub_reading *reading);

// Frees a reading. Null is ignored.
void lubdub_reading_release(lubdub_reading *reading);

// Examines the first bytes of a table with other column names. Part, if the bytes are a table: `table` (JSON): `titles` (of
// the columns), `rows` (the first rows: one list of texts per row), `roles` (the `field` and `unit` of each column in a
// mapping, or null), `units` (the units of each field), `proposal`: the proposed options: `decimalComma`, `thousands`,
// `needsRate`, `notes`; null if the names and values do not determine them.
lubdub_result *lubdub_reading_preview(const uint8_t *bytes, size_t count);

// MARK: Measurement and search

// A recording in memory. Texts end with a zero byte; null is the empty text.
typedef struct {
  // The data set of the recording.
  const char *dataset;
  // The name of the recording.
  const char *name;
  // The session; recordings of one session are held out together. Null: the recording is a separate session.
  const char *session;
  lubdub_rows rows;
} lubdub_recording;

// Every call below accepts recordings in memory, or, if `count` is 0, the files and folders in `options`:
// `paths`, and `reading`, which has the members of the options of `lubdub_trace`. A broken file in a
// folder is skipped and named in `notes`; if no recording remains, the status is LUBDUB_NOTHING_TO_DO.

// Scores the pipeline against the true distances. `options`: `settings`, `truthEdges` (the edges for the truth, as many
// as the settings have; by default the edges of the settings), `truthShift` (the delay of the truth, in s; null or "auto":
// found for each data set), `jobs`: the number of recordings that run at the same time. Without any truth, the status is
// LUBDUB_NOTHING_TO_DO. Parts in JSON: `scores`: one object per recording with `dataset`, `name`, and `range`, `zones`, and
// `beat`, like `lubdub bench accuracy --json` and `lubdub run`, null if unknown; `total`: `zones` and `beat` of all
// recordings, and `range` over all points; `notes`.
lubdub_result *lubdub_score(const lubdub_recording *recordings, size_t count, const char *options,
                            size_t length);

// Estimates of another program for a recording, one value per row of the recording.
typedef struct {
  // Distances and the ends of their 95% intervals in m; NaN for no estimate. Null `lows` and `highs`: no intervals.
  const double *distances;
  const double *lows;
  const double *highs;
  // Standard deviations in m; null: the widths of the intervals / 3.92.
  const double *deviations;
  // The status of each estimate, like `status` of `lubdub_run`; null: 1 for each row with a distance.
  const uint8_t *statuses;
  // Zone changes in the order of time: seconds from the first row, and the new zone, 255 for no zone.
  // Null `zone_times`: the rule of the settings decides the zones from the distances.
  const double *zone_times;
  const uint8_t *zones;
  size_t zone_count;
} lubdub_estimates;

// Scores estimates of another program instead of the pipeline, with the rows, truths, options, and parts of
// `lubdub_score`. Pass one `lubdub_estimates` per recording; the option `paths` is not available.
lubdub_result *lubdub_evaluate(const lubdub_recording *recordings, const lubdub_estimates *estimates, size_t count,
                               const char *options, size_t length);

// Determines bias, noise, and path loss. `options`: `profile` (the radio's bias curve; by default the curve
// that fits best), `contact`: [from, to], the time of contact in seconds from the first row; `truthShift`, as
// in `lubdub_score`.
// Parts in JSON: `values`: objects with `name`, `unit`, `value`, `standard_error`, or `because` (the reason) if the value
// is unknown, and `key`, the setting; `settings`: the determined settings; `refused`, `notes`; `summary`
// (counts). Parts, one value per reading: `residual_recording` (doubles, from 0), `residual_time` (s),
// `residual_truth` (m), `residual_reading` (m or dBm), `residual` (m or dB).
lubdub_result *lubdub_calibrate(const lubdub_recording *recordings, size_t count, const char *options,
                                size_t length);

// Performs the runs of a unit of a search, over recordings of a shard: the texts in the questions of `lubdub_host`.
// With `costs`, a list of numbers from 0, nothing is run: the costs replace the root mean square of the distances.
// Part: `scores` (text: doubles in base64).
lubdub_result *lubdub_unit(const lubdub_recording *recordings, size_t count, const char *unit, size_t length);

// The host of a search, which answers its questions. `ask` gets a question in JSON and returns the answer in JSON, both
// texts that end with a zero byte; python/lubdub/_host.py lists them. It is called only on the thread of `lubdub_tune`, and
// its answer must stay valid until the next call. A null answer ends the search.
typedef struct {
  void *context;
  const char *(*ask)(void *context, const char *question);
} lubdub_host;

// Searches for the settings that suit recordings best, like `lubdub tune`. `options`: `settings`,
// `objective`, `want` (a bound with priority over the objective), `over`: [[key, [from, to]], [key, [word, …]], …] (the
// order affects the search), `budget`, `seed`, `jobs`, `calibrate`, `truthShift` (s; null: found automatically). `host`
// performs the runs; null: threads of this process perform them.
// Parts in JSON: `report` (the report of `lubdub tune --report`), `settings` (the tuned settings and those that they need),
// `tuned` (all settings), `warnings`, `notes`; `complete` (one byte).
lubdub_result *lubdub_tune(const lubdub_recording *recordings, size_t count, const char *options,
                           size_t length, const lubdub_host *host);

#ifdef __cplusplus
}
#endif

#endif
