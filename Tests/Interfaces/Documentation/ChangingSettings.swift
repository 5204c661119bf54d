import Lubdub

func quicken(_ pipeline: inout Pipeline) throws {
  var configuration = pipeline.configuration
  configuration.heartbeat.intervals = [0.15, 0.4, 0.8, 1.6]
  configuration.heartbeat.refractory = 0.15
  try pipeline.apply(configuration) { decision in
    if case .cancelled(let time) = decision { print("plan anew from", time) }
  }
}

import Lubdub

func sliders() -> [(key: String, range: ClosedRange<Double>)] {
  Configuration.settings.filter { $0.level == .basic }.compactMap { setting in
    guard case .number(let range) = setting.domain else { return nil }
    return (setting.key, range)
  }
}

func set(_ key: String, _ value: Double, in configuration: inout Configuration) throws {
  guard let setting = Configuration.setting(key) else { throw Configuration.unknownKey(key) }
  try setting.set(.number(value), in: &configuration)
}
