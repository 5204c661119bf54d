// Between Java and lubdub.h: a live session whose results are handed over as text in JSON.
#include <jni.h>
#include <lubdub.h>
#include <math.h>
#include <string.h>

// What a call handed out: its events as a JSON array, or null. An error of the call becomes an exception.
static jstring events(JNIEnv *env, lubdub_result *result) {
  size_t count = 0;
  int isDone = lubdub_status(result) == LUBDUB_OK;
  const char *text = lubdub_part(result, isDone ? "events" : "message", &count);
  char bytes[count + 1];
  memcpy(bytes, text ? text : "", count);
  bytes[count] = 0;
  lubdub_release(result);
  if (!isDone) {
    (*env)->ThrowNew(env, (*env)->FindClass(env, "java/lang/IllegalArgumentException"), bytes);
    return NULL;
  }
  return count ? (*env)->NewStringUTF(env, bytes) : NULL;
}

JNIEXPORT jlong JNICALL Java_lubdub_Session_make(JNIEnv *env, jclass type, jstring options) {
  (void)type;
  lubdub_live *live = NULL;
  const char *text = (*env)->GetStringUTFChars(env, options, NULL);
  events(env, lubdub_live_make(text, strlen(text), &live));
  (*env)->ReleaseStringUTFChars(env, options, text);
  return (jlong)(intptr_t)live;
}

// One sample: a range in metres or a received power in dBm, NaN for what there is not, or an event by its
// number in lubdub.h.
JNIEXPORT jstring JNICALL Java_lubdub_Session_process(
    JNIEnv *env, jclass type, jlong live, jdouble time, jdouble range, jdouble power, jint event, jdouble now) {
  (void)type;
  uint8_t kind = (uint8_t)(event << 2 | (event == 0 && isnan(range) && !isnan(power)));
  lubdub_rows rows = {.count = 1, .times = &time, .kinds = &kind, .ranges = &range, .powers = &power};
  return events(env, lubdub_live_process((lubdub_live *)(intptr_t)live, &rows, now));
}

JNIEXPORT jstring JNICALL Java_lubdub_Session_pass(JNIEnv *env, jclass type, jlong live, jdouble now) {
  (void)type;
  return events(env, lubdub_live_pass((lubdub_live *)(intptr_t)live, now));
}

JNIEXPORT jdouble JNICALL Java_lubdub_Session_nextWake(JNIEnv *env, jclass type, jlong live) {
  (void)env, (void)type;
  return lubdub_live_next_wake((lubdub_live *)(intptr_t)live);
}

JNIEXPORT jstring JNICALL Java_lubdub_Session_suspend(
    JNIEnv *env, jclass type, jlong live, jboolean suspended, jdouble now) {
  (void)type;
  return events(env, lubdub_live_suspend((lubdub_live *)(intptr_t)live, suspended, now));
}

JNIEXPORT void JNICALL Java_lubdub_Session_release(JNIEnv *env, jclass type, jlong live) {
  (void)env, (void)type;
  lubdub_live_release((lubdub_live *)(intptr_t)live);
}
