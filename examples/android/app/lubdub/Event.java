package lubdub;

import java.util.ArrayList;
import java.util.List;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/** Something that a live session handed out, as lubdub.h describes it. */
final class Event {
  /** One tap of a beat. */
  record Tap(double time, double intensity) {}

  final String what;
  final String id;
  final double time;
  final List<Tap> taps = new ArrayList<>();

  private Event(JSONObject object) throws JSONException {
    what = object.getString("what");
    id = object.optString("id");
    time = object.optDouble("t_s");
    JSONArray events = object.optJSONArray("events");
    for (int index = 0; events != null && index < events.length(); index++) {
      JSONObject tap = events.getJSONObject(index);
      taps.add(new Tap(tap.getDouble("t_s"), tap.getDouble("intensity")));
    }
  }

  /** The events of a text; none for null. */
  static List<Event> all(String text) {
    List<Event> events = new ArrayList<>();
    if (text == null) return events;
    try {
      JSONArray array = new JSONArray(text);
      for (int index = 0; index < array.length(); index++) {
        events.add(new Event(array.getJSONObject(index)));
      }
    } catch (JSONException error) {
      throw new IllegalStateException(error);
    }
    return events;
  }
}
