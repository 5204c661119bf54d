package org.json;

public class JSONObject {
  public String getString(String name) throws JSONException {
    return null;
  }

  public double getDouble(String name) throws JSONException {
    return 0;
  }

  public String optString(String name) {
    return null;
  }

  public double optDouble(String name, double otherwise) {
    return otherwise;
  }

  public double optDouble(String name) {
    return 0;
  }

  public JSONArray optJSONArray(String name) {
    return null;
  }
}
