// A live heartbeat in C: ranges come in thirty times a second, beats come out ahead of their time.
//
// The ranges are made up, and time is simulated: an app takes them from its radio, reads its monotonic clock, and
// sleeps until `lubdub_live_next_wake`.
#include <lubdub.h>
#include <stdio.h>
#include <string.h>

// Prints what was handed out, and frees the result. 0 when the call was done.
static int show(lubdub_result *result) {
  int status = lubdub_status(result);
  size_t count = 0;
  const char *part = status == LUBDUB_OK ? "events" : "message";
  const char *text = lubdub_part(result, part, &count);
  if (text) fprintf(status == LUBDUB_OK ? stdout : stderr, "%.*s\n", (int)count, text);
  lubdub_release(result);
  return status;
}

int main(void) {
  const char *options = "{\"lead\": 0.1, \"settings\": {\"preset\": \"eternal-loop\"}}";
  lubdub_live *live = NULL;
  if (show(lubdub_live_make(options, strlen(options), &live))) return 1;
  for (int step = 0; step < 300; step++) {
    double now = step / 30.0;
    // NaN, for nothing to wait for, is not less than now.
    for (double wake; (wake = lubdub_live_next_wake(live)) < now;)
      if (show(lubdub_live_pass(live, wake))) return 1;
    double range = 2.5 - 0.2 * now;
    uint8_t kind = 0;
    lubdub_rows rows = {.count = 1, .times = &now, .kinds = &kind, .ranges = &range};
    if (show(lubdub_live_process(live, &rows, now))) return 1;
  }
  int status = show(lubdub_live_finish(live, 10));
  lubdub_live_release(live);
  return status;
}
