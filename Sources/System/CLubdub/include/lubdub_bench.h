// The bench of Lubdub in C: what needs files, threads or a session that goes on. Not in WebAssembly.
//
// Results are those of lubdub.h, and so are the rules. Calls on one pipeline may come from several threads:
// they wait for each other.
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
  LUBDUB_NOTHING_TO_DO = 5
};

// The version of the library, such as 0.1.0. Never freed.
const char *lubdub_version(void);

// The bytes of the part of that name, as `lubdub_part_bytes` gives them; null where there is no such part.
const void *lubdub_part(const lubdub_result *result, const char *name, size_t *count);

// As `lubdub_run`, and `estimator` may name the estimators of other people too.
lubdub_result *lubdub_run_any(const lubdub_rows *rows, const char *options, size_t length);

// MARK: Traces

// Reads a trace or a device log from a file. `options` is JSON, every member may be left out:
// - `format`: the name of the format; by default it is found by the content.
// - `peer`: the link to take; by default the busiest. `recording`: the recording to take; by default the
//   first.
// - `all`: whether the rows of every link and every recording are taken.
// - `strict`: whether the first row that is rejected ends the reading. `reorder`: rows that lie back by up to
//   so many seconds are put in order. `rate`: rows a second, for logs without a clock.
// - `columns`: the columns of a CSV that is none of ours, as `t=ms_since_boot:ms,range=cm:cm`;
//   `decimalComma`: whether it has decimal commas.
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

// Scores the pipeline against the true distances. `options`: `settings`. Parts in JSON: `scores`: one object
// a recording with `dataset`, `name`, and `range`, `zones` and `beat` as `lubdub bench accuracy --json` and
// `lubdub run` have them, null where nothing can be told; `total`: `zones` and `beat` of all of them, and
// `range` over all points; `notes`.
lubdub_result *lubdub_score(const lubdub_recording *recordings, size_t count, const char *options,
                            size_t length);

// Determines bias, noise and path loss. `options`: `profile` (the radio's bias curve; without it, the one
// that fits best), `contact`: [from, to], when the devices touch, in seconds from the first row.
// Parts in JSON: `values`: objects with `name`, `unit`, `value`, `standard_error`, or `because` where it
// cannot be told, and `key`, the setting; `settings`: those that were determined; `refused`, `notes`; `summary`
// (counts). Parts, one value a reading: `residual_recording` (doubles, from 0), `residual_time` (s),
// `residual_truth` (m), `residual_reading` (m or dBm), `residual` (m or dB).
lubdub_result *lubdub_calibrate(const lubdub_recording *recordings, size_t count, const char *options,
                                size_t length);

// Recordings that a worker of a search holds. Opaque; calls may come from several threads at once.
typedef struct lubdub_trials lubdub_trials;

// Makes recordings ready for units of work. `trials` is set where the status is `LUBDUB_OK`; it is freed by
// `lubdub_trials_release`.
lubdub_result *lubdub_trials_make(const lubdub_recording *recordings, size_t count, lubdub_trials **trials);

// Makes the runs of a unit: a line of the protocol in docs/clusters.md. Part: `scores` (text: doubles in base64).
lubdub_result *lubdub_trials_run(lubdub_trials *trials, const char *unit, size_t length);

// Frees recordings. Null is passed over.
void lubdub_trials_release(lubdub_trials *trials);

// A fingerprint of the elementary functions of this machine: where it differs, so may the last digits of scores.
// Never freed.
const char *lubdub_fingerprint(void);

// Told how far a search has come: `done` of `total` runs. Called on the calling thread; an answer that is not 0
// ends the search, and the best so far is the result.
typedef int32_t (*lubdub_progress)(void *context, size_t done, size_t total);

// Searches for the settings that suit recordings best, as `lubdub tune` does. `options`: `settings`,
// `objective`, `over`: [[key, [from, to]], [key, [word, …]], …], whose order is part of the search, `budget`,
// `seed`, `jobs`, `folds` (-1 holds out one session after the other), `calibrate`, `truthShift` (s; null: found by itself); `engine`, which makes the
// runs, and `study`, which keeps the scores: {`name`, `input`, `output`}, descriptors of pipes that are read and
// written in the protocols of docs/clusters.md; `resume`: whether the study may have scores. `progress` may be null.
// Parts in JSON: `report` (that of `lubdub tune --report`), `settings` (what was tuned and what it needs), `tuned`
// (all settings), `warnings`, `notes`; `complete` (one byte).
lubdub_result *lubdub_tune(const lubdub_recording *recordings, size_t count, const char *options,
                           size_t length, lubdub_progress progress, void *context);

// MARK: A session that goes on

// A pipeline that is fed as rows come. Opaque.
typedef struct lubdub_pipeline lubdub_pipeline;

// Makes a pipeline. `options`: `settings`, `explain`. `pipeline` is set where the status is `LUBDUB_OK`; it is
// freed by `lubdub_pipeline_release`.
lubdub_result *lubdub_pipeline_make(const char *options, size_t length, lubdub_pipeline **pipeline);

// Folds in rows, in the order of time. Times are on the caller's clock. Parts, one value a row: those of
// `lubdub_run`, and `reception` (bytes: 0 taken, 1 late, 2 out of order, 3 not finite, 4 finished, 5 too far below 0).
// Part in JSON, where something was decided: `decisions`: objects with `what` (`zone`, `beat`, `cancelled`,
// `contact`, `phase`, `cue`, `considered`) and `t_s`, in the order of time.
lubdub_result *lubdub_pipeline_process(lubdub_pipeline *pipeline, const lubdub_rows *rows);

// Lets time pass. Part, where something was decided: `decisions`.
lubdub_result *lubdub_pipeline_advance(lubdub_pipeline *pipeline, double time);

// Ends the session. Parts: `decisions`, `end` (one double, s).
lubdub_result *lubdub_pipeline_finish(lubdub_pipeline *pipeline);

// The beats that will be played until a time if nothing new is heard. Parts: `beat_time`, `beat_interval`,
// `beat_intensity`, `beat_zone`, as in `lubdub_run`.
lubdub_result *lubdub_pipeline_plan(lubdub_pipeline *pipeline, double until);

// When `lubdub_pipeline_advance` will next have something to decide; NaN for not before something is heard.
double lubdub_pipeline_next_deadline(lubdub_pipeline *pipeline);

// Changes settings while it runs. `options`: `settings`, all of them or on top of the default ones. Part:
// `decisions`.
lubdub_result *lubdub_pipeline_apply(lubdub_pipeline *pipeline, const char *options, size_t length);

// Frees a pipeline. Null is passed over.
void lubdub_pipeline_release(lubdub_pipeline *pipeline);

#ifdef __cplusplus
}
#endif

#endif
