package lubdub;

import java.nio.charset.StandardCharsets;

/** A session through JNI on the machine that builds it, with a name beyond the first plane of Unicode. */
final class Check {
  private Check() {}

  public static void main(String[] arguments) {
    String settings =
        "{\"settings\": {\"zones.names\": [\"contact\", \"touch\", \"💗\", \"far\", \"away\"]}}";
    long live = Session.make(settings.getBytes(StandardCharsets.UTF_8));
    StringBuilder events = new StringBuilder();
    for (int step = 1; step <= 100; step++) {
      double time = 0.1 * step;
      byte[] text = Session.process(live, time, 0.6, Double.NaN, Double.NaN, 0, time);
      if (text != null) events.append(new String(text, StandardCharsets.UTF_8));
    }
    Session.release(live);
    if (events.indexOf("\"to\": 2") < 0) throw new AssertionError("no zone in " + events);
    try {
      Session.make("{\"settings\": {\"💗\": 1}}".getBytes(StandardCharsets.UTF_8));
      throw new AssertionError("an unknown setting was taken");
    } catch (IllegalArgumentException expected) {
      if (!expected.getMessage().contains("not")) throw new AssertionError(expected);
    }
    System.out.println("examples/check: a session runs through JNI");
  }
}
