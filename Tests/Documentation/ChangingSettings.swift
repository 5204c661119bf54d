import Lubdub

func quicken(_ pipeline: inout Pipeline) throws {
  var configuration = pipeline.configuration
  configuration.heartbeat.intervals = [0.15, 0.4, 0.8, 1.6]
  configuration.heartbeat.refractory = 0.15
  try pipeline.apply(configuration) { decision in
    if case .cancelled(let time) = decision { print("plan again from", time) }
  }
}

import Lubdub
import LubdubSupport

func sliders(of configuration: Configuration) -> [(key: String, range: ClosedRange<Double>)] {
  (SettingsCatalog.json.array ?? []).compactMap { setting in
    guard setting["level"]?.string == "basic", setting["kind"]?.string == "number",
      let key = setting["key"]?.string, let low = setting["minimum"]?.number,
      var high = setting["maximum"]?.number
    else { return nil }
    var trial = configuration
    while high - low > 1e-3, (try? set(key, high, in: &trial)) == nil { high -= (high - low) / 10 }
    return (key, low...high)
  }
}

func set(_ key: String, _ value: Double, in configuration: inout Configuration) throws {
  let text = "{\"\(key)\": \(value)}"
  configuration = try SettingsJSON.decode(Array(text.utf8), source: "slider", base: configuration)
}
