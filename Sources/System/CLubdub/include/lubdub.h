// The C interface of Lubdub: the pipeline over plain arrays, for recordings and live, and exports of its output.
//
// Every call that creates something returns a result, even if the call fails; only `lubdub_release` frees a result.
// A result is a status and a list of named parts, which are bytes. Texts are UTF-8; JSON has sorted keys.
// Options are one JSON object; an unknown member is an error.
// You can call every function from any thread; use each result on only one thread at a time. No input makes a call trap,
// if each pointer is valid for the count that is passed with it.
#ifndef LUBDUB_H
#define LUBDUB_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The version of this header. It increases when a function or a part changes its meaning.
#define LUBDUB_INTERFACE 1

// The status of a call.
enum {
  // The call succeeded.
  LUBDUB_OK = 0,
  // A pointer, count, byte, or option is not as described; the part `message` names it.
  LUBDUB_BAD_ARGUMENT = 1,
  // A setting is invalid.
  LUBDUB_BAD_SETTINGS = 2,
  // A haptic file cannot be read, or a format cannot contain the timeline.
  LUBDUB_BAD_FORMAT = 3
};

// The result of a call. Opaque.
typedef struct lubdub_result lubdub_result;

// The rows of a trace, in the order of time, in columns of `count` values.
typedef struct {
  size_t count;
  // Seconds on any clock; finite.
  const double *times;
  // The kind of each row. The two lowest bits and the highest bit, which counts 4, are the radio: 0 ultra-wideband,
  // 1 Bluetooth signal strength, 2 Bluetooth channel sounding, 3 two positions, 4 a distance that a phone reports
  // (so the byte of its sample is 128). The other bits are 0 for a sample, or the event: 1 connected,
  // 2 disconnected, 3 suspended, 4 resumed, 5 peerLost, 6 manualTriggerPressed, 7 manualTriggerReleased,
  // 8 sent, 9 received, 10 attached, 11 complete, 12 touched, 13 released,
  // 14 entered, 15 left, 16 crossed, 17 at (a person states that the devices are at the distance in `ranges`),
  // 18 still, 19 moving, 20 retried, 21 restarted; the last two belong to the ceremony.
  const uint8_t *kinds;
  // Ranges in meters, above -1; NaN if a row has no range. Null: no row has a range.
  const double *ranges;
  // Received power in dBm; NaN if a row has no power. Null: no row has a power.
  const double *powers;
  // Power of the first path in dBm; NaN if a row has no such power. Null: no row has one.
  const double *first_path_powers;
  // Radio channel, 0 to 255; -1 if a row has no channel. Null: no row has a channel.
  const int16_t *channels;
  // True distance in meters; NaN if it is unknown. Null: it is unknown for all rows.
  const double *truths;
  // Standard deviation that the device states for the range, in meters; NaN if a row has no deviation. Null: no row has a
  // deviation.
  const double *deviations;
} lubdub_rows;

// The version of the interface that the library was built with.
int32_t lubdub_interface_version(void);

// Checks settings and adds the defaults. `options` is JSON: {"settings": {…}}, with the members of a settings file.
// Parts: `settings` (JSON, all settings), `catalog` (JSON, a description of each setting).
lubdub_result *lubdub_settings(const char *options, size_t length);

// Runs a session. `options` is JSON; every member is optional:
// - `settings`: the members of a settings file.
// - `input`: the statements about the trace in the document: `name`, `format`, `rows_accepted`, `rows_rejected`,
//   `rejected`.
// - `explain`: whether to list every considered zone change, even if it was not made.
// - `heart`: the intervals of a heart that sets the tempo, for the policy `pulse`: {"ends": […], "intervals": […]}, the end
//   of each interval in seconds from the first row, and its length.
// - `ahead`: 0 to 60 s; adds the beats of this time after the last row, if no more rows arrive.
// Parts, one value per row: `distance`, `low`, `high`, `deviation`, `velocity` (doubles; m and m/s, NaN for no value),
// `status` (bytes: 0 confirming, 1 tracking, 2 fallback, 3 coasting, 4 stale, 255 no estimate), `radio` (bytes: 0 to 4
// as in `kinds`, 255 for none), `zone` (bytes: from the nearest, 255 for no zone), `state` (bytes: 0 inContact, 1 inRange,
// 2 unknown, 3 outOfRange, 4 notHeard). For signal strength, NaN while ranges decide: `moved` and `zone_probability`
// (doubles, 0 to 1: the probability that a device has moved, and the probability of the zone in force). For ranges at rest,
// NaN while they do not decide: `contact_probability` (doubles, 0 to 1).
// Parts, one value per beat, doubles: `beat_time`, `beat_interval` (s), `beat_intensity`, `beat_zone`.
// Parts, one value per event, doubles: `event_time`, `event_duration` (s), `event_intensity`,
// `event_sharpness`. One value per point of the curve of a continuous event: `curve_event` (the index of the event, from 0),
// `curve_time` (s, from the start of the event), `curve_intensity`, `curve_sharpness`.
// Parts, one value per true zone change that lasts, doubles: `true_time` (s), `true_edge` (from the nearest),
// `true_outward` (1 or 0), `true_delay` (s; NaN for a missed change). One value per false change: `false_time` (s).
// Parts, one value per edge, doubles: `band_low`, `band_high` (m): a range between them changes no zone.
// Parts, with `ahead`, doubles: `planned_time`, `planned_interval` (s), `planned_intensity`, one value per beat;
// `planned_event_time`, `planned_event_duration` (s), `planned_event_intensity`, `planned_event_sharpness`.
// Parts in JSON: `session` (everything of the timeline document except beats and events), `receptions` (the numbers of
// accepted rows and of rejected rows by reason), `findings` (objects with `severity`, `code`, `message`, and `cure`:
// conclusions from the session about its settings), `considerations` (with `explain`).
lubdub_result *lubdub_run(const lubdub_rows *rows, const char *options, size_t length);

// Reads a haptic file of any known format. `name` is the name of the file; its extension decides if the content does not
// determine the format. Parts: the parts of `lubdub_run` for beats and events, `session`, `loss` (JSON), `kind`
// (text), `findings` (JSON: one text per doubtful statement of the file), `soundLossText` (the losses of
// `lubdub_render`).
lubdub_result *lubdub_read(const uint8_t *bytes, size_t count, const char *name, size_t length);

// Creates a timeline of one pattern at a steady tempo, like `lubdub pattern`. `options` is JSON: `settings` (only
// `heartbeat.pattern` and `heartbeat.timeBase` have an effect), `bpm` (beats per minute; each pattern has its own default),
// and `beats` (1 by default). Parts: the parts of `lubdub_run` for beats and events, `session`.
lubdub_result *lubdub_pattern(const char *options, size_t length);

// Writes the timeline of a run or of a haptic file in a haptic format. `options` is JSON:
// {"format": "ahap"}, and `name`, `androidStyle`, `looping`, `curvePointLimit`, `separateTransients`.
// Parts: `file`, or several parts named `file.LABEL`; `extension` (text); `loss` (JSON) and `lossText`.
lubdub_result *lubdub_export(const lubdub_result *source, const char *options, size_t length);

// Renders the timeline of a run or of a haptic file, like `lubdub run --wav`. `options` is JSON:
// {"sampleRate": 48000, "file": false}. With "signal": "acceleration", the signal is the motion of an actuator, and
// "actuator": {"model": "lra"} selects the actuator, with those of its numbers that differ, such as "resonance".
// Part: `samples` (floats, one channel), or with `file` the part `wav` (a WAV file, 16 bit, of "channels": "mono",
// "stereo", "controller", or "places"). With `pieces`, the result has no part, and `lubdub_render_next` returns the WAV file
// in pieces.
lubdub_result *lubdub_render(const lubdub_result *source, const char *options, size_t length);

// Returns the next piece of the file that `lubdub_render` renders with `pieces`. Part: `wav`; no part after the end.
lubdub_result *lubdub_render_next(lubdub_result *rendering);

// Returns the status of the call: `LUBDUB_OK` or an error. The status of a null result is `LUBDUB_BAD_ARGUMENT`. A result
// with an error has only the part `message`.
int32_t lubdub_status(const lubdub_result *result);

// Returns the number of parts of a result.
size_t lubdub_part_count(const lubdub_result *result);

// Returns the name of a part, with a terminating zero byte; null if the part does not exist. The name is valid until the
// result is freed.
const char *lubdub_part_name(const lubdub_result *result, size_t index);

// Returns the bytes of a part, aligned for doubles, and sets their count; null if the part does not exist. The bytes are
// valid until the result is freed.
const void *lubdub_part_bytes(const lubdub_result *result, size_t index, size_t *count);

// Returns the bytes of the part with a name, like `lubdub_part_bytes`; null if the part does not exist.
const void *lubdub_part(const lubdub_result *result, const char *name, size_t *count);

// Frees a result. Null is ignored.
void lubdub_release(lubdub_result *result);

// Allocates memory for the caller's arrays, aligned for doubles, for hosts that have no other allocator; null
// if memory is exhausted.
void *lubdub_allocate(size_t count);

// Frees memory that `lubdub_allocate` returned. Null is ignored.
void lubdub_deallocate(void *bytes);

// MARK: A continuing session. Not in WebAssembly.
//
// Several threads can call the functions of one session: the calls wait for each other.

// A pipeline that processes rows as they arrive. Opaque.
typedef struct lubdub_pipeline lubdub_pipeline;

// Creates a pipeline. `options`: `settings`, `explain`. `pipeline` is set if the status is `LUBDUB_OK`; free it with
// `lubdub_pipeline_release`.
lubdub_result *lubdub_pipeline_make(const char *options, size_t length, lubdub_pipeline **pipeline);

// Processes rows in the order of time. Times are on the caller's clock. Parts, one value per row: the parts of
// `lubdub_run`, and `reception` (bytes: 0 accepted, 1 late, 2 out of order, 3 not finite, 4 after the end, 5 too far below
// 0, 6 a stamp too far ahead, held until the next row continues from it, 7 a duplicate).
// Part in JSON, if there were decisions: `decisions`: objects with `record` (`zone_change`, `beat`, `cancelled`,
// `contact`, `phase`, `cue`, `considered`) and `t_s`, in the order of time, like the lines of `lubdub live`. The member
// `what` contains the names from before 0.2.
lubdub_result *lubdub_pipeline_process(lubdub_pipeline *pipeline, const lubdub_rows *rows);

// Advances to a time. Part, if there were decisions: `decisions`.
lubdub_result *lubdub_pipeline_advance(lubdub_pipeline *pipeline, double time);

// Ends the session. Parts: `decisions`, `end` (one double, s).
lubdub_result *lubdub_pipeline_finish(lubdub_pipeline *pipeline);

// Returns the beats until a time if no more rows arrive. Parts: `beat_time`, `beat_interval`,
// `beat_intensity`, `beat_zone`, as in `lubdub_run`.
lubdub_result *lubdub_pipeline_plan(lubdub_pipeline *pipeline, double until);

// Returns the time of the next decision of `lubdub_pipeline_advance`; NaN if only a new row can cause one.
double lubdub_pipeline_next_deadline(lubdub_pipeline *pipeline);

// Changes settings during the session. `options`: `settings`; missing settings get their defaults. Part:
// `decisions`.
lubdub_result *lubdub_pipeline_apply(lubdub_pipeline *pipeline, const char *options, size_t length);

// Frees a pipeline. Null is ignored.
void lubdub_pipeline_release(lubdub_pipeline *pipeline);

// MARK: A live session, which delivers beats before they are due. Not in WebAssembly.

// A session that delivers beats before they are due and cancels those that a later change overtakes. Opaque.
typedef struct lubdub_live lubdub_live;

// Creates a live session. `options`: `settings`, and `lead` (0 to 60 s, 0.1 by default): the time by which a beat is
// delivered before it is due. The settings `live` define the treatment of late beats and doubtful stamps. With `peers`, the
// session has several peers: with "nearest" you feel the nearest, with "all" you feel all peers; `learned` is then an object
// with the learned settings of each peer, by name. `live` is set if the status is `LUBDUB_OK`; free it with
// `lubdub_live_release`.
lubdub_result *lubdub_live_make(const char *options, size_t length, lubdub_live **live);

// Processes rows. `now` is the time on the host's clock, in seconds from any origin; rows have stamps of this clock. A row
// that is created now has the time `now`. If the stamps come from another clock, Lubdub follows them, and beats keep the
// host's clock. Parts, one value per row: the parts of `lubdub_pipeline_process`.
// Part in JSON of this and the calls below, if there are events: `events`, objects with `record` and `t_s`, in order:
// - `beat`: a scheduled beat with its `id`, `interval_s`, `intensity`, `zone`, its haptic `events`, and `late_s`: the delay
//   after its time.
// - `cancelled`: do not play the scheduled beat `id`. `played`: its time has passed.
// - `dropped`: `count` beats from `t_s` to `last_s` were late, by up to `late_s`, and are not delivered.
// - `clock`: the stamps of a radio's rows are off by `jump_s`, and Lubdub follows them.
// - `zone_change`, `contact`, `phase`, `cue`: like the decisions of `lubdub_pipeline_process`.
lubdub_result *lubdub_live_process(lubdub_live *live, const lubdub_rows *rows, double now);

// Processes rows of one of several peers; `peer` is its name in UTF-8, and a new name adds a peer. Each event of a peer has
// its name as `peer`. Events in addition to the events above: `felt` (from now on you feel `peer`; null for no peer, and if
// you feel all peers), `joined`, and `left`.
lubdub_result *lubdub_live_process_peer(
    lubdub_live *live, const char *peer, size_t length, const lubdub_rows *rows, double now);

// Returns the learned settings of the pair, or of the peer with a name: the part `learned`, in JSON. Store them, and pass
// them to the next session in `settings`, or under the name in `learned`.
lubdub_result *lubdub_live_learned(lubdub_live *live, const char *peer, size_t length);

// Advances to the time `now`. Call it at the time that `lubdub_live_next_wake` returns.
lubdub_result *lubdub_live_pass(lubdub_live *live, double now);

// Returns the time of the next call of `lubdub_live_pass`; NaN if only a new row can require one.
double lubdub_live_next_wake(lubdub_live *live);

// Suspends the session if `suspended` is not 0, such as for an app in the background: cancels scheduled beats and ends a
// sustained contact. 0 resumes the session.
lubdub_result *lubdub_live_suspend(lubdub_live *live, int32_t suspended, double now);

// Changes settings during the session. `options`: `settings`; missing settings get their defaults.
lubdub_result *lubdub_live_apply(lubdub_live *live, const char *options, size_t length, double now);

// Ends the session and cancels scheduled beats. Part: `end` (one double, s).
lubdub_result *lubdub_live_finish(lubdub_live *live, double now);

// Frees a session. Null is ignored.
void lubdub_live_release(lubdub_live *live);

#ifdef __cplusplus
}
#endif

#endif
