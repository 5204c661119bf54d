internal import Haptics
internal import JSON
internal import Quantities

/// Apple's haptic and audio pattern, which Core Haptics plays.
///
/// A parameter curve acts on every event that sounds while it is in force. So continuous events whose
/// course varies are written with base intensity 1 and base sharpness 0 and their course as the curve,
/// overlapping ones are joined, transients under a curve are compensated for it, and a parameter after
/// the curve puts the control back.
enum AHAP {
  static let features = FormatFeatures(
    title: "AHAP (Apple Core Haptics)", fileExtension: "ahap",
    overlaps: .approximated("joined where one has a curve; transients under a curve compensated"),
    limits: "continuous events above 30 s are cut, curves at 16 points by default")

  static let coder = TimelineCoder(
    features, encode: encode,
    read: { bytes, log in
      var reader = AHAPReader(log: log)
      defer { log = reader.log }
      return reader.document(bytes)
    })

  /// The longest continuous event, in seconds.
  static let longestEvent = 30.0

  private static func encode(
    _ encoding: inout TimelineEncoding
  ) throws(FormatError) -> [EncodedTimeline.Part] {
    let options = encoding.options
    encoding.loss.noteSilence(of: encoding.timeline)
    let continuous = encoding.timeline.events.continuous
    let transients = encoding.timeline.events.transients
    var writer = AHAPWriter(pointLimit: max(2, options.curvePointLimit))
    for event in pieces(continuous, loss: &encoding.loss) { writer.add(event) }
    writer.closeControls()
    guard options.separateTransients, !continuous.isEmpty, !transients.isEmpty else {
      for event in transients { writer.add(transient: event, loss: &encoding.loss) }
      return [.init(bytes: writer.bytes(options))]
    }
    var taps = AHAPWriter(pointLimit: options.curvePointLimit)
    for event in transients { taps.add(transient: event, loss: &encoding.loss) }
    encoding.loss.note(.split, of: .timeline)
    return [
      .init(label: "continuous", bytes: writer.bytes(options)),
      .init(label: "transients", bytes: taps.bytes(options)),
    ]
  }

  /// The course of each continuous event, none longer than 30 s. Events that overlap one with a curve
  /// are joined with it.
  private static func pieces(_ events: [HapticEvent], loss: inout LossReport) -> [[EnvelopeSegment]]
  {
    var pieces: [[EnvelopeSegment]] = []
    for cluster in clusters(events) {
      let courses = cluster.map { $0.ramps }
      let hasCurve = courses.contains { $0.count > 1 || $0.contains { !$0.isConstant } }
      guard courses.count > 1, hasCurve else {
        pieces += courses
        continue
      }
      let course = EnvelopeCurve(courses)
      loss.note(.mergedOverlap, of: .continuous, count: course.overlapCount)
      pieces.append(course.ramps)
    }
    return pieces.flatMap { piece in
      let parts = EnvelopeCurve.cut(simplified(piece), every: longestEvent)
      loss.note(.split, of: .continuous, count: parts.count - 1)
      return parts
    }
  }

  /// Events in groups that overlap among themselves only.
  private static func clusters(_ events: [HapticEvent]) -> [[HapticEvent]] {
    var clusters: [[HapticEvent]] = []
    var end = -Double.infinity
    for event in events {
      if event.time.value < end {
        clusters[clusters.count - 1].append(event)
      } else {
        clusters.append([event])
      }
      end = max(end, toNanosecond(event.end))
    }
    return clusters
  }

  /// A course whose ramps are all of one level is one ramp.
  private static func simplified(_ ramps: [EnvelopeSegment]) -> [EnvelopeSegment] {
    guard let first = ramps.first, let last = ramps.last,
      ramps.allSatisfy({ $0.from == first.from && $0.to == first.from })
    else { return ramps }
    return [EnvelopeSegment(start: first.start, end: last.end, from: first.from, to: first.from)]
  }
}

/// Collects the entries of a pattern.
private struct AHAPWriter {
  enum Control: String, CaseIterable {
    case intensity = "HapticIntensityControl"
    case sharpness = "HapticSharpnessControl"

    /// The value that changes nothing: intensity multiplies, sharpness adds.
    var neutral: Double { self == .intensity ? 1 : 0 }

    func value(of level: Level) -> Double {
      self == .intensity ? level.intensity : level.sharpness
    }
  }

  /// A control in force, with the times it covers.
  private struct Window {
    var control: Control
    var ramps: [EnvelopeSegment]
  }

  let pointLimit: Int
  private var entries: [(time: Double, order: Int, value: JSONValue)] = []
  private var windows: [Window] = []

  init(pointLimit: Int) {
    self.pointLimit = pointLimit
  }

  private mutating func append(_ time: Double, _ order: Int, _ value: JSONValue) {
    entries.append((time, order, value))
  }

  func bytes(_ options: ExportOptions) -> [UInt8] {
    let sorted = entries.enumerated().sorted {
      ($0.element.time, $0.element.order, $0.offset) < (
        $1.element.time, $1.element.order, $1.offset
      )
    }
    return JSONObjectWriter.encode([
      "Version": .value(1),
      "Metadata": .value(["Project": .string(options.name)]),
      "Pattern": .elements(count: sorted.count) { sorted[$0].element.value },
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

  /// Adds a continuous event and its curves.
  mutating func add(_ ramps: [EnvelopeSegment]) {
    guard let first = ramps.first, let last = ramps.last else { return }
    var base = first.from
    for control in Control.allCases {
      let start = control.value(of: first.from)
      let varies = ramps.contains {
        control.value(of: $0.from) != start || control.value(of: $0.to) != start
      }
      guard varies else { continue }
      if control == .intensity { base.intensity = 1 } else { base.sharpness = 0 }
      addCurves(control, ramps)
      windows.append(Window(control: control, ramps: ramps))
    }
    let duration = toNanosecond(last.end - first.start)
    let value = event(
      "HapticContinuous", at: first.start, duration, base.intensity, base.sharpness)
    append(first.start, 2, value)
  }

  private mutating func addCurves(_ control: Control, _ ramps: [EnvelopeSegment]) {
    var points: [(time: Double, value: Double)] = []
    for ramp in ramps {
      let (from, to) = (control.value(of: ramp.from), control.value(of: ramp.to))
      if let last = points.last, last.time != ramp.start || last.value != from {
        flush(control, &points)
      }
      if points.isEmpty { points.append((ramp.start, from)) }
      points.append((ramp.end, to))
      if points.count == pointLimit {
        let last = points[points.count - 1]
        flush(control, &points)
        if ramp.end < ramps[ramps.count - 1].end { points = [last] }
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
              [
                "Time": .number(toNanosecond($0.time - start)),
                "ParameterValue": .number($0.value),
              ]
            }),
        ]
      ])
  }

  /// Puts every control back where its last curve ends, unless the next begins there.
  mutating func closeControls() {
    let starts = Set(windows.map { Mark($0.control, $0.ramps[0].start) })
    for window in windows {
      let end = window.ramps[window.ramps.count - 1].end
      guard !starts.contains(Mark(window.control, end)) else { continue }
      append(
        end, 0,
        [
          "Parameter": [
            "ParameterID": .string(window.control.rawValue), "Time": .number(end),
            "ParameterValue": .number(window.control.neutral),
          ]
        ])
    }
    windows.sort { $0.ramps[0].start < $1.ramps[0].start }
  }

  private struct Mark: Hashable {
    var control: Control
    var time: Double

    init(_ control: Control, _ time: Double) {
      (self.control, self.time) = (control, time)
    }
  }

  /// The control's value at a moment; at the end of a curve it is back already.
  private func value(of control: Control, at time: Double) -> Double {
    let window = windows.last { window in
      window.control == control && window.ramps[0].start <= time
    }
    guard let ramp = window?.ramps.last(where: { $0.start <= time }), time < ramp.end else {
      return control.neutral
    }
    return control.value(of: ramp.level(at: time))
  }

  /// Adds a transient that sounds as it should under the curves in force.
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
