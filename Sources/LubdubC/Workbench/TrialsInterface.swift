/// Performs the runs of a unit of a search; see lubdub_bench.h.
@c @implementation public func lubdub_unit(
  _ recordings: UnsafePointer<lubdub_recording>?, _ count: Int, _ unit: UnsafePointer<CChar>?,
  _ length: Int
) -> OpaquePointer? {
  answer { () throws(Failure) in
    let unit = try Options(unit, length)
    if let by = unit.members["by"]?.string, by != UnitIdentity.current {
      throw Failure(
        "this worker is \(UnitIdentity.current), the search \(by): scores would differ in their last digits"
      )
    }
    if let costs = unit.members["costs"]?.array {
      let result = Result()
      result.add("scores", Score.text(of: costs.map { $0.number.map { Score(cost: $0) } }))
      return result
    }
    let list = count == 0 ? [] : try Recordings(recordings, count, Options(members: [:])).list
    let places = unit.members["recordings"]?.array ?? []
    let calibrations = unit.members["calibrations"]?.array ?? []
    var candidates: [Configuration] = []
    for settings in unit.members["candidates"]?.array ?? [] {
      candidates.append(try configuration(settings))
    }
    guard let edges = candidates.first?.zones.edges, places.count == calibrations.count else {
      throw Failure("the unit has no candidates, or not a calibration for each recording")
    }
    let limits = ContactLimits(unit.members["limits"]?.array?.compactMap(\.number) ?? [])
    var scores: [Score?] = []
    for (place, calibration) in zip(places, calibrations) {
      guard let place = place.number.flatMap({ Int(exactly: $0) }), list.indices.contains(place)
      else { throw Failure("the unit names a missing recording") }
      let calibration = calibration.isNull ? nil : try configuration(calibration).ranging
      let trial = Trial(list[place], edges: edges, calibration: calibration, limits: limits)
      scores += trial.scores(candidates).map { try? $0.get() }
    }
    let result = Result()
    result.add("scores", Score.text(of: scores))
    return result
  }
}

private func configuration(_ settings: JSONValue) throws(Failure) -> Configuration {
  try failing(Status.badSettings) { () throws(SettingsFileError) in
    try SettingsJSON.decode(settings, source: "a unit", vocabulary: .workbench)
  }
}

extension Score {
  /// Creates a score from a caller's own cost of a recording, instead of the error of distances.
  fileprivate init(cost: Double) {
    self.init()
    (samples, answered, squaredError) = (1, 1, cost * cost)
  }
}
