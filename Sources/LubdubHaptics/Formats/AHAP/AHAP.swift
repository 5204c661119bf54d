/// Apple's haptic and audio pattern, which Core Haptics plays.
///
/// A parameter curve acts on every event that sounds while the curve is active. So a continuous event with a varying course
/// is written as a base with the course as its curve, which leaves room for the transients under the curve (`AHAPPiece`).
/// Overlapping continuous events are joined, transients under a curve are compensated for the curve, and a parameter after
/// the curve resets the control.
enum AHAP {
  static let coder = TimelineCoder(
    fileExtension: "ahap", otherExtension: "json", encode: encode, read: AHAPReader.read,
    marks: [
      .object { members in
        ["Pattern", "Version", "Metadata"].contains { members[$0] != nil }
          && !RichTap.isPattern(members)
      }
    ], padsSilence: true)

  static let longestEvent = 30.0

  static let words = """
    Version Metadata Pattern Event Parameter ParameterCurve Time EventType EventDuration EventParameters ParameterID \
    ParameterValue ParameterCurveControlPoints HapticIntensity HapticSharpness Intensity Sharpness Duration AttackTime \
    DecayTime ReleaseTime Sustained
    """

  private static func encode(
    _ encoding: inout TimelineEncoding
  ) throws(FormatError) -> [EncodedTimeline.Part] {
    let options = encoding.options
    encoding.loss.noteSilence(of: encoding.timeline)
    let events = encoding.timeline.events
    let (continuous, transients) = (events.continuous, events.transients)
    let isSplit = options.separateTransients && !continuous.isEmpty && !transients.isEmpty
    var writer = AHAPWriter(pointLimit: max(2, options.curvePointLimit))
    for course in courses(continuous, loss: &encoding.loss) {
      let taps = isSplit ? [] : transients
      for piece in AHAPPiece.pieces(course, under: taps, loss: &encoding.loss) { writer.add(piece) }
    }
    writer.closeControls()
    guard isSplit else {
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

  /// The course of each continuous event, at most 30 s long. Events that overlap an event with a curve are joined with this
  /// event.
  private static func courses(
    _ events: [HapticEvent], loss: inout LossReport
  ) -> [[EnvelopeSegment]] {
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

  private static func simplified(_ ramps: [EnvelopeSegment]) -> [EnvelopeSegment] {
    guard let first = ramps.first, let last = ramps.last,
      ramps.allSatisfy({ $0.from == first.from && $0.to == first.from })
    else { return ramps }
    return [EnvelopeSegment(start: first.start, end: last.end, from: first.from, to: first.from)]
  }
}
