package lubdub;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/** Something that a live session handed out, as lubdub.h describes it. */
final class Event {
  /** One tap of a beat, or a vibration that lasts. */
  record Tap(double time, double intensity, double duration) {}

  /** What it is, such as beat, cancelled, played or contact. */
  final String name;
  final String id;
  /** Whose it is, where there are several peers. */
  final String peer;
  final double time;
  /** What has become of a contact: began, changed or ended. */
  final String state;
  final double intensity;
  final List<Tap> taps = new ArrayList<>();

  private Event(JSONObject object) throws JSONException {
    name = object.getString("record");
    id = object.optString("id");
    peer = object.optString("peer");
    time = object.optDouble("t_s");
    state = object.optString("state");
    intensity = object.optDouble("intensity", 0);
    JSONArray events = object.optJSONArray("events");
    for (int index = 0; events != null && index < events.length(); index++) {
      JSONObject tap = events.getJSONObject(index);
      taps.add(
          new Tap(
              tap.getDouble("t_s"), tap.getDouble("intensity"), tap.optDouble("duration_s", 0)));
    }
  }

  /** The events of a text in UTF-8; none for null. */
  static List<Event> all(byte[] text) {
    List<Event> events = new ArrayList<>();
    if (text == null) return events;
    try {
      JSONArray array = new JSONArray(new String(text, StandardCharsets.UTF_8));
      for (int index = 0; index < array.length(); index++) {
        events.add(new Event(array.getJSONObject(index)));
      }
    } catch (JSONException error) {
      throw new IllegalStateException(error);
    }
    return events;
  }
}
