// The C interface of Lubdub: the pipeline over plain arrays, at once or live, and exports of what it makes.
//
// Every call that makes something returns a result, also where it fails; only `lubdub_release` frees it.
// A result is a status and a list of named parts, which are bytes. Texts are UTF-8; JSON has sorted keys.
// Options are one JSON object; a member that a call does not know is an error.
// A call may come from any thread; one result belongs to one thread at a time. No input makes a call trap,
// as long as the pointers are valid for the counts that are given with them.
#ifndef LUBDUB_H
#define LUBDUB_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The version of this header. It counts up when a function or a part changes its meaning.
#define LUBDUB_INTERFACE 1

// How a call ended.
enum {
  // It was done.
  LUBDUB_OK = 0,
  // A pointer, count, byte or option is not as described; the part `message` says which.
  LUBDUB_BAD_ARGUMENT = 1,
  // A setting is refused.
  LUBDUB_BAD_SETTINGS = 2,
  // A haptic file cannot be read, or a format cannot hold the timeline.
  LUBDUB_BAD_FORMAT = 3
};

// What a call made. Opaque.
typedef struct lubdub_result lubdub_result;

// The rows of a trace, in the order of time, in columns of `count` values.
typedef struct {
  size_t count;
  // Seconds on any clock; finite.
  const double *times;
  // What each row is. The lowest two bits and the highest, which counts 4, are the radio: 0 ultra-wideband,
  // 1 Bluetooth signal strength, 2 Bluetooth channel sounding, 3 two positions, 4 a distance that a phone reports
  // (so 128). The rest is 0 for a sample, or the event: 1 connected,
  // 2 disconnected, 3 suspended, 4 resumed, 5 peerLost, 6 manualTriggerPressed, 7 manualTriggerReleased,
  // 8 sent, 9 received, 10 attached, 11 complete, 12 touched, 13 released,
  // 14 entered, 15 left, 16 crossed, 17 at (a person says that the devices are at the distance of `ranges`),
  // 18 still, 19 moving, 20 retried, 21 restarted (both of the ceremony).
  const uint8_t *kinds;
  // Metres, above -1; NaN for none. Null: no row has a range.
  const double *ranges;
  // Received power in dBm; NaN for none. Null: no row has one.
  const double *powers;
  // Power of the first path in dBm; NaN for none. Null: no row has one.
  const double *first_path_powers;
  // Radio channel, 0 to 255; -1 for none. Null: no row has one.
  const int16_t *channels;
  // True distance in metres; NaN for none. Null: not known.
  const double *truths;
  // Standard deviation that the device states for the range, in metres; NaN for none. Null: no row has one.
  const double *deviations;
} lubdub_rows;

// The version of the interface that the library was built with.
int32_t lubdub_interface_version(void);

// Checks settings and completes them. `options` is JSON: {"settings": {…}}, as a settings file has them.
// Parts: `settings` (JSON, all of them), `catalog` (JSON, what each of them is).
lubdub_result *lubdub_settings(const char *options, size_t length);

// Runs a session. `options` is JSON, every member may be left out:
// - `settings`: as a settings file has them.
// - `input`: what the document says about the trace: `name`, `format`, `rows_accepted`, `rows_rejected`,
//   `rejected`.
// - `explain`: whether to list every considered change of zone, taken or not.
// - `heart`: a heart that gives the tempo, for the policy `pulse`: {"ends": […], "intervals": […]}, when each
//   interval ends, in seconds from the first row, and how long it is.
// - `ahead`: 0 to 60 s; gives the beats of so long after the last row, if nothing more is heard.
// Parts, one value a row: `distance`, `low`, `high`, `deviation`, `velocity` (doubles; m and m/s, NaN for none),
// `status` (bytes: 0 confirming, 1 tracking, 2 fallback, 3 coasting, 4 stale, 255 none), `radio` (bytes: 0 to 4
// as in `kinds`, 255 none), `zone` (bytes: from the nearest, 255 none), `state` (bytes: 0 inContact, 1 inRange, 2 unknown,
// 3 outOfRange, 4 notHeard), and of signal strength, NaN while ranges decide: `moved` and `zone_probability` (doubles,
// 0 to 1: how likely it is that something has moved, and that it is in the zone that counts). By ranges at rest, NaN where
// they do not decide: `contact_probability` (doubles, 0 to 1).
// Parts, one value a beat, doubles: `beat_time`, `beat_interval` (s), `beat_intensity`, `beat_zone`.
// Parts, one value an event, doubles: `event_time`, `event_duration` (s), `event_intensity`,
// `event_sharpness`. One value a point of the course of a continuous event: `curve_event` (which event, from 0),
// `curve_time` (s, from the start of the event), `curve_intensity`, `curve_sharpness`.
// Parts, one value a true change of zone that lasts, doubles: `true_time` (s), `true_edge` (from the nearest),
// `true_outward` (1 or 0), `true_delay` (s; NaN for a change that was missed). One value a false change: `false_time` (s).
// Parts, one value an edge, doubles: `band_low`, `band_high` (m): between them a range changes no zone.
// Parts, with `ahead`, doubles: `planned_time`, `planned_interval` (s), `planned_intensity`, one value a beat;
// `planned_event_time`, `planned_event_duration` (s), `planned_event_intensity`, `planned_event_sharpness`.
// Parts in JSON: `session` (everything of the timeline document but beats and events), `receptions` (how
// many rows were taken, and how many refused and why), `findings` (objects with `severity`, `code`, `message` and `cure`:
// what the session shows about its settings), `considerations` (with `explain`).
lubdub_result *lubdub_run(const lubdub_rows *rows, const char *options, size_t length);

// Reads a haptic file of any known format. `name` is the file's name; its ending helps where the content
// says too little. Parts: those of `lubdub_run` for beats and events, `session`, `loss` (JSON), `kind`
// (text), `findings` (JSON: what is doubtful in the file, a text for each), `soundLossText` (what
// `lubdub_render` loses).
lubdub_result *lubdub_read(const uint8_t *bytes, size_t count, const char *name, size_t length);

// Makes a timeline of one pattern at a steady tempo, as `lubdub pattern` does. `options` is JSON: `settings`, of which
// `heartbeat.pattern` and `heartbeat.timeBase` count, `bpm` (beats a minute; each pattern has a tempo of its own) and
// `beats` (1 by default). Parts: those of `lubdub_run` for beats and events, `session`.
lubdub_result *lubdub_pattern(const char *options, size_t length);

// Writes the timeline of a run, or of a file that was read, in a haptic format. `options` is JSON:
// {"format": "ahap"}, and `name`, `androidStyle`, `looping`, `curvePointLimit`, `separateTransients`.
// Parts: `file`, or several called `file.LABEL`; `extension` (text); `loss` (JSON) and `lossText`.
lubdub_result *lubdub_export(const lubdub_result *source, const char *options, size_t length);

// Renders the timeline of a run, or of a file that was read, as `lubdub run --wav` does. `options` is JSON:
// {"sampleRate": 48000, "file": false}, with "signal": "acceleration" what an actuator does with it, and "actuator":
// {"model": "lra"} which one, with those of its numbers that differ, such as "resonance". Part: `samples` (floats, one channel), or with `file` the part `wav`
// (a WAV file, 16 bit, of "channels": "mono", "stereo", "controller" or "places"). With `pieces` no part: `lubdub_render_next` gives the WAV file piece by piece.
lubdub_result *lubdub_render(const lubdub_result *source, const char *options, size_t length);

// The next piece of the file that `lubdub_render` was asked for with `pieces`. Part: `wav`; none after the end.
lubdub_result *lubdub_render_next(lubdub_result *rendering);

// How the call ended: `LUBDUB_OK` or a reason. A null result is `LUBDUB_BAD_ARGUMENT`. Any result that
// is not `LUBDUB_OK` has the one part `message`.
int32_t lubdub_status(const lubdub_result *result);

// How many parts a result has.
size_t lubdub_part_count(const lubdub_result *result);

// The name of a part, ended by a zero byte; null where there is no such part. Lives as long as the result.
const char *lubdub_part_name(const lubdub_result *result, size_t index);

// The bytes of a part, aligned for doubles, and their count; null where there is no such part. Live as
// long as the result.
const void *lubdub_part_bytes(const lubdub_result *result, size_t index, size_t *count);

// The bytes of the part of that name, as `lubdub_part_bytes` gives them; null where there is no such part.
const void *lubdub_part(const lubdub_result *result, const char *name, size_t *count);

// Frees a result. Null is ignored.
void lubdub_release(lubdub_result *result);

// Memory for the caller's arrays, aligned for doubles, for hosts that have no other way to make it; null
// where there is none.
void *lubdub_allocate(size_t count);

// Frees memory of `lubdub_allocate`. Null is ignored.
void lubdub_deallocate(void *bytes);

// MARK: A session that goes on. Not in WebAssembly.
//
// Calls on one session may come from several threads: they wait for each other.

// A pipeline that is fed as rows come. Opaque.
typedef struct lubdub_pipeline lubdub_pipeline;

// Makes a pipeline. `options`: `settings`, `explain`. `pipeline` is set where the status is `LUBDUB_OK`; it is
// freed by `lubdub_pipeline_release`.
lubdub_result *lubdub_pipeline_make(const char *options, size_t length, lubdub_pipeline **pipeline);

// Folds in rows, in the order of time. Times are on the caller's clock. Parts, one value a row: those of
// `lubdub_run`, and `reception` (bytes: 0 taken, 1 late, 2 out of order, 3 not finite, 4 finished, 5 too far below 0,
// 6 stamped too far ahead, and held until the next row goes on from it, 7 a duplicate).
// Part in JSON, where something was decided: `decisions`: objects with `record` (`zone_change`, `beat`, `cancelled`,
// `contact`, `phase`, `cue`, `considered`) and `t_s`, in the order of time: those of the lines of `lubdub live`. The member
// `what` has the names of before 0.2.
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

// Frees a pipeline. Null is ignored.
void lubdub_pipeline_release(lubdub_pipeline *pipeline);

// MARK: A live session: beats ahead of their time. Not in WebAssembly.

// A session that hands beats out ahead of their time and takes back what is no longer true. Opaque.
typedef struct lubdub_live lubdub_live;

// Makes a live session. `options`: `settings`, and `lead` (0 to 60 s, by default 0.1): how long before its time a
// beat is handed out. What is done with late beats and doubtful stamps is set by the settings `live`. With `peers` there are
// several: "nearest" lets the nearest be felt, "all" all of them; `learned` is then an object of what was learned of each, by
// name. `live` is set where the status is `LUBDUB_OK`; it is freed by `lubdub_live_release`.
lubdub_result *lubdub_live_make(const char *options, size_t length, lubdub_live **live);

// Takes rows in. `now` is the time on the host's clock, in seconds from any origin; rows are stamped with it. A row
// that is made now has the time `now`; stamps of another clock are followed, and beats stay on the host's. Parts, one value a row: those of `lubdub_pipeline_process`.
// Part in JSON of this and the calls below, where there is any: `events`, objects with `record` and `t_s`, in order:
// - `beat`: a scheduled beat with its `id`, `interval_s`, `intensity`, `zone`, its haptic `events`, and `late_s`: how
//   long after its time it comes.
// - `cancelled`: the scheduled beat `id` is not to be played. `played`: its time has passed.
// - `dropped`: `count` beats from `t_s` to `last_s` came too late, up to `late_s`, and are not handed out.
// - `clock`: the stamps of a radio's rows are off by `jump_s`, and are followed.
// - `zone_change`, `contact`, `phase`, `cue`: as decisions of `lubdub_pipeline_process`.
lubdub_result *lubdub_live_process(lubdub_live *live, const lubdub_rows *rows, double now);

// Takes rows of one of several peers in; `peer` is its name in UTF-8, and a new name is a new peer. Each event of a peer has its
// name as `peer`. Events besides those above: `felt` (from now on `peer` is felt; null for nobody, and where all are), `joined`,
// and `left`.
lubdub_result *lubdub_live_process_peer(
    lubdub_live *live, const char *peer, size_t length, const lubdub_rows *rows, double now);

// What was learned of the pair, or, with a name, of one of several peers: the part `learned`, settings in JSON to be kept. They
// go into `settings` of the next session, or with the name into `learned`.
lubdub_result *lubdub_live_learned(lubdub_live *live, const char *peer, size_t length);

// Lets time pass. Call it at `lubdub_live_next_wake`.
lubdub_result *lubdub_live_pass(lubdub_live *live, double now);

// When time has next to pass; NaN for not before something is heard.
double lubdub_live_next_wake(lubdub_live *live);

// Plays nothing from now on where `suspended` is not 0, as an app in the background does: scheduled beats are
// cancelled, and a sustained contact ends. With 0 plays again.
lubdub_result *lubdub_live_suspend(lubdub_live *live, int32_t suspended, double now);

// Changes settings while it runs. `options`: `settings`, all of them or on top of the default ones.
lubdub_result *lubdub_live_apply(lubdub_live *live, const char *options, size_t length, double now);

// Ends the session: beats that are scheduled are cancelled. Part: `end` (one double, s).
lubdub_result *lubdub_live_finish(lubdub_live *live, double now);

// Frees a session; null is skipped.
void lubdub_live_release(lubdub_live *live);

#ifdef __cplusplus
}
#endif

#endif
