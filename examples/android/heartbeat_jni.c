// Between Java and lubdub.h: a live session whose results are handed over as JSON in UTF-8. Texts cross as bytes: the texts
// of JNI are in a UTF-8 of its own, which writes an emoji as two halves.
#include <jni.h>
#include <lubdub.h>
#include <math.h>

// A part of what a call handed out, or null. An error of the call becomes an exception.
static jbyteArray part(JNIEnv *env, lubdub_result *result, const char *name) {
  size_t count = 0;
  int isDone = lubdub_status(result) == LUBDUB_OK;
  const char *text = lubdub_part(result, isDone ? name : "message", &count);
  jbyteArray bytes = isDone && count ? (*env)->NewByteArray(env, (jsize)count) : NULL;
  if (bytes) (*env)->SetByteArrayRegion(env, bytes, 0, (jsize)count, (const jbyte *)text);
  if (!isDone) {
    // The message may quote a name: what is beyond ASCII is left out.
    char message[512];
    size_t length = 0;
    for (size_t index = 0; index < count && length < sizeof message - 1; index++) {
      if ((text[index] & 0x80) == 0) message[length++] = text[index];
    }
    message[length] = 0;
    (*env)->ThrowNew(env, (*env)->FindClass(env, "java/lang/IllegalArgumentException"), message);
  }
  lubdub_release(result);
  return bytes;
}

// Its events as a JSON array, or null.
static jbyteArray events(JNIEnv *env, lubdub_result *result) { return part(env, result, "events"); }

JNIEXPORT jlong JNICALL Java_lubdub_Session_make(JNIEnv *env, jclass type, jbyteArray options) {
  (void)type;
  lubdub_live *live = NULL;
  jbyte *text = (*env)->GetByteArrayElements(env, options, NULL);
  events(env, lubdub_live_make((const char *)text, (size_t)(*env)->GetArrayLength(env, options), &live));
  (*env)->ReleaseByteArrayElements(env, options, text, JNI_ABORT);
  return (jlong)(intptr_t)live;
}

// One sample of the peer, or of one of several by its name: a range in metres with the standard deviation that the device
// states, or a received power in dBm, NaN for what there is not, or an event by its number in lubdub.h.
JNIEXPORT jbyteArray JNICALL Java_lubdub_Session_process(
    JNIEnv *env, jclass type, jlong live, jbyteArray peer, jdouble time, jdouble range, jdouble deviation, jdouble power,
    jint event, jdouble now) {
  (void)type;
  uint8_t kind = (uint8_t)(event << 2 | (event == 0 && isnan(range) && !isnan(power)));
  lubdub_rows rows = {.count = 1, .times = &time, .kinds = &kind, .ranges = &range, .powers = &power, .deviations = &deviation};
  lubdub_live *held = (lubdub_live *)(intptr_t)live;
  if (!peer) return events(env, lubdub_live_process(held, &rows, now));
  jbyte *name = (*env)->GetByteArrayElements(env, peer, NULL);
  lubdub_result *result =
      lubdub_live_process_peer(held, (const char *)name, (size_t)(*env)->GetArrayLength(env, peer), &rows, now);
  (*env)->ReleaseByteArrayElements(env, peer, name, JNI_ABORT);
  return events(env, result);
}

// What was learned of the peer, or of one of several, as settings for the next session.
JNIEXPORT jbyteArray JNICALL Java_lubdub_Session_learned(JNIEnv *env, jclass type, jlong live, jbyteArray peer) {
  (void)type;
  lubdub_live *held = (lubdub_live *)(intptr_t)live;
  if (!peer) return part(env, lubdub_live_learned(held, NULL, 0), "learned");
  jbyte *name = (*env)->GetByteArrayElements(env, peer, NULL);
  lubdub_result *result = lubdub_live_learned(held, (const char *)name, (size_t)(*env)->GetArrayLength(env, peer));
  (*env)->ReleaseByteArrayElements(env, peer, name, JNI_ABORT);
  return part(env, result, "learned");
}

JNIEXPORT jbyteArray JNICALL Java_lubdub_Session_pass(JNIEnv *env, jclass type, jlong live, jdouble now) {
  (void)type;
  return events(env, lubdub_live_pass((lubdub_live *)(intptr_t)live, now));
}

JNIEXPORT jdouble JNICALL Java_lubdub_Session_nextWake(JNIEnv *env, jclass type, jlong live) {
  (void)env, (void)type;
  return lubdub_live_next_wake((lubdub_live *)(intptr_t)live);
}

JNIEXPORT jbyteArray JNICALL Java_lubdub_Session_suspend(
    JNIEnv *env, jclass type, jlong live, jboolean suspended, jdouble now) {
  (void)type;
  return events(env, lubdub_live_suspend((lubdub_live *)(intptr_t)live, suspended, now));
}

JNIEXPORT void JNICALL Java_lubdub_Session_release(JNIEnv *env, jclass type, jlong live) {
  (void)env, (void)type;
  lubdub_live_release((lubdub_live *)(intptr_t)live);
}
