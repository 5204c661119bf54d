package lubdub;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

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
      byte[] text = Session.process(live, null, time, 0.6, Double.NaN, Double.NaN, 0, time);
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
    checkGroup();
    System.out.println("examples/check: a session runs through JNI");
  }

  /** The beats of a peer in a text of events. */
  private static long count(String peer, String events) {
    String beat = "\"peer\": \"" + peer + "\"[^}]*\"record\": \"beat\"";
    return Pattern.compile(beat).matcher(events).results().count();
  }

  /** Two peers, of whom the nearer one is felt, and what was learned of it in a session of its own. */
  private static void checkGroup() {
    long group = Session.make("{\"peers\": \"nearest\"}".getBytes(StandardCharsets.UTF_8));
    byte[] near = "Ané 💗".getBytes(StandardCharsets.UTF_8);
    byte[] far = "Bo".getBytes(StandardCharsets.UTF_8);
    long beats = 0;
    for (int step = 1; step <= 200; step++) {
      double time = 0.1 * step;
      for (byte[] peer : new byte[][] {near, far}) {
        double range = (peer == near ? 0.6 : 1.8) + 0.01 * (step % 3);
        byte[] text =
            Session.process(group, peer, time, range, Double.NaN, Double.NaN, 0, time);
        if (text == null) continue;
        beats += count("Ané 💗", new String(text, StandardCharsets.UTF_8));
        beats -= 1000 * count("Bo", new String(text, StandardCharsets.UTF_8));
      }
    }
    String learned = new String(Session.learned(group, near), StandardCharsets.UTF_8);
    Session.release(group);
    if (beats < 10 || !learned.contains("uwb.")) throw new AssertionError(beats + learned);
    String options = "{\"peers\": \"all\", \"learned\": {\"Ané 💗\": " + learned + "}}";
    Session.release(Session.make(options.getBytes(StandardCharsets.UTF_8)));
  }
}
