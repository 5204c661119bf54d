struct AHAPWriter {
  enum Control: String, CaseIterable {
    case intensity = "HapticIntensityControl"
    case sharpness = "HapticSharpnessControl"

    /// The neutral value of the control: intensity multiplies, sharpness adds.
    var neutral: Double { self == .intensity ? 1 : 0 }

    func value(of level: Level) -> Double { self == .intensity ? level.intensity : level.sharpness }
  }

  let pointLimit: Int
  private var entries: [(time: Double, order: Int, value: JSONValue)] = []
  private var curves: [Control: [AHAPPiece]] = [:]

  init(pointLimit: Int) { self.pointLimit = pointLimit }

  private mutating func append(_ time: Double, _ order: Int, _ value: JSONValue) {
    entries.append((time, order, value))
  }

  func bytes(_ options: ExportOptions) -> [UInt8] {
    let sorted = entries.inOrder { ($0.time, $0.order) < ($1.time, $1.order) }
    return JSONObjectWriter.encode([
      "Version": .value(1),
      "Metadata": .value(["Project": .string(options.name)]),
      "Pattern": .elements(count: sorted.count) { sorted[$0].value },
    ])
  }

  private func event(
    _ type: String, at time: Double, _ duration: Double?, _ intensity: Double, _ sharpness: Double
  ) -> JSONValue {
    var members: [String: JSONValue] = [
      "Time": .number(time), "EventType": .string(type),
      "EventParameters": [
        ["ParameterID": "HapticIntensity", "ParameterValue": .number(intensity)],
        ["ParameterID": "HapticSharpness", "ParameterValue": .number(sharpness)],
      ],
    ]
    if let duration { members["EventDuration"] = .number(duration) }
    return ["Event": .object(members)]
  }

  mutating func add(_ piece: AHAPPiece) {
    guard let first = piece.ramps.first, let last = piece.ramps.last else { return }
    if piece.variesIntensity { addCurves(.intensity, piece) }
    if piece.variesSharpness { addCurves(.sharpness, piece) }
    let duration = toNanosecond(last.end - first.start)
    let value = event(
      "HapticContinuous", at: first.start, duration, piece.base.intensity, piece.base.sharpness)
    append(first.start, 2, value)
  }

  private mutating func addCurves(_ control: Control, _ piece: AHAPPiece) {
    curves[control, default: []].append(piece)
    var points: [(time: Double, value: Double)] = []
    for ramp in piece.ramps {
      let from = control.value(of: piece.control(ramp.from))
      let to = control.value(of: piece.control(ramp.to))
      if let last = points.last, last.time != ramp.start || last.value != from {
        flush(control, &points)
      }
      if points.isEmpty { points.append((ramp.start, from)) }
      points.append((ramp.end, to))
      if points.count == pointLimit {
        let last = points[points.count - 1]
        flush(control, &points)
        if ramp.end < piece.end { points = [last] }
      }
    }
    flush(control, &points)
  }

  private mutating func flush(_ control: Control, _ points: inout [(time: Double, value: Double)]) {
    defer { points = [] }
    guard points.count > 1, let start = points.first?.time else { return }
    append(
      start, 1,
      [
        "ParameterCurve": [
          "ParameterID": .string(control.rawValue), "Time": .number(start),
          "ParameterCurveControlPoints": .array(
            points.map {
              ["Time": .number(toNanosecond($0.time - start)), "ParameterValue": .number($0.value)]
            }),
        ]
      ])
  }

  /// Resets every control at the end of its last curve, unless the next curve begins there.
  mutating func closeControls() {
    for control in Control.allCases {
      let pieces = (curves[control] ?? []).inOrder { $0.start < $1.start }
      curves[control] = pieces
      for (index, piece) in pieces.enumerated()
      where index + 1 == pieces.count || pieces[index + 1].start != piece.end {
        append(
          piece.end, 0,
          [
            "Parameter": [
              "ParameterID": .string(control.rawValue), "Time": .number(piece.end),
              "ParameterValue": .number(control.neutral),
            ]
          ])
      }
    }
  }

  private func value(of control: Control, at time: Double) -> Double {
    guard let pieces = curves[control] else { return control.neutral }
    let next = pieces.partitioningIndex { $0.start > time }
    guard next > 0, time < pieces[next - 1].end else { return control.neutral }
    let piece = pieces[next - 1]
    return control.value(of: piece.control(AHAPPiece.level(piece.ramps, at: time)))
  }

  mutating func add(transient event: HapticEvent, loss: inout LossReport) {
    let time = event.time.value
    let gain = value(of: .intensity, at: time)
    let shift = value(of: .sharpness, at: time)
    let intensity = gain > 0 ? min(event.intensity / gain, 1) : 1
    let sharpness = max(event.sharpness - shift, 0)
    let weaker = event.intensity - intensity * gain
    if weaker > 1e-12 { loss.note(.clampedValue, of: .transient, by: weaker) }
    let sharper = shift - event.sharpness
    if sharper > 1e-12 { loss.note(.clampedValue, of: .transient, by: sharper) }
    append(time, 3, self.event("HapticTransient", at: time, nil, intensity, sharpness))
  }
}
