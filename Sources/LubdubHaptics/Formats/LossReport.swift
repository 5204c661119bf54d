/// The losses of a file's reader or a format's writer, counted per kind of event.
///
/// A conversion has one report: the report of the reader, into which the report of the writer is merged.
public struct LossReport: Sendable, Hashable {
  /// The stage of a conversion, from the first byte read to the last byte written.
  public enum Stage: String, Sendable, Hashable, CaseIterable {
    /// While the source was read.
    case read
    /// While the target was written.
    case write
  }

  /// The kind of item that lost something.
  public enum Subject: String, Sendable, Hashable, CaseIterable {
    /// Transient events.
    case transient
    /// Continuous events.
    case continuous
    /// Heartbeats, which are annotations of the events.
    case beat
    /// Audio events and audio controls of a file that contains haptics and sound.
    case audio
    /// Effects without timed events: wavelet bands, vendor effects, further alternatives.
    case effect
    /// The timeline as a whole.
    case timeline
  }

  /// The kind of loss.
  public enum Loss: String, Sendable, Hashable, CaseIterable {
    /// An event was omitted: the format has no such event.
    case dropped
    /// Sharpness was omitted.
    case droppedSharpness = "dropped-sharpness"
    /// Intensity was omitted, or kept only as the length of a pulse.
    case droppedIntensity = "dropped-intensity"
    /// The silence after the last event was omitted, so that a repeat comes too early; `meant` is the period.
    case droppedSilence = "dropped-silence"
    /// Configuration, input summary, and other annotations were omitted.
    case droppedAnnotations = "dropped-annotations"
    /// Attack, decay, release, or their controls were omitted.
    case droppedEnvelope = "dropped-envelope"
    /// Several channels, motors, or sides are played by one actuator.
    case mergedChannels = "merged-channels"
    /// An item that the file leaves to the device, such as a predefined effect, played by a model. The feeling depends on
    /// the device anyway.
    case assumed
    /// A tone of a shape other than a sine, played as a sine.
    case replacedWaveform = "replaced-waveform"
    /// An endless repeat that becomes one pass.
    case onePass = "one-pass"
    /// A time rounded; the amount is the largest error in seconds.
    case roundedTime = "rounded-time"
    /// An intensity rounded; the amount is the largest error.
    case roundedIntensity = "rounded-intensity"
    /// A sharpness rounded; the amount is the largest error.
    case roundedSharpness = "rounded-sharpness"
    /// A value clamped to its range; the amount is the largest change.
    case clampedValue = "clamped-value"
    /// A frequency clamped to the band of the format or the sound; the amount is the largest change in hertz.
    case clampedFrequency = "clamped-frequency"
    /// A course replaced by steps or by fewer points; the amount is the longest step in seconds.
    case resampledCurve = "resampled-curve"
    /// A ramp that is straight in amplitude and therefore bends in intensity; the amount is the largest difference of
    /// intensity.
    case bentRamp = "bent-ramp"
    /// A transient written as a pulse of a fixed length; the amount is that length in seconds.
    case pulse
    /// A jump of intensity written as a ramp; the amount is the longest ramp in seconds.
    case ramp
    /// An event was cut into several events or files that follow each other without a gap.
    case split
    /// Overlapping vibrations joined into one course, which is as strong as their sum.
    case mergedOverlap = "merged-overlap"
    /// Content that some devices do not play.
    case deviceLimit = "device-limit"
    /// A steady pattern written once and repeated until it is canceled.
    case endless
    /// The result is stronger or weaker than intended; the amount is the largest difference of intensity.
    case amplitudeDifference = "amplitude-difference"
    /// The result is higher or lower than intended; the amount is the largest difference in hertz.
    case frequencyDifference = "frequency-difference"

    /// The condition under which a person who holds the device can feel a loss.
    public enum Feeling: Sendable, Hashable {
      /// Annotations and splits are not felt.
      case never
      case always
      /// At amounts from the tolerance for the unit of the amount.
      case fromAmplitude, fromFrequency, fromTime
      /// For a writer, the loss is measured as a difference of amplitude or frequency. For a reader, the loss always counts
      /// as felt.
      case measured
    }

    /// The condition under which the loss is felt.
    public var feeling: Feeling {
      switch self {
      case .droppedAnnotations, .split, .assumed, .deviceLimit: .never
      case .roundedTime, .pulse, .droppedSilence: .fromTime
      case .roundedIntensity, .clampedValue, .bentRamp, .amplitudeDifference: .fromAmplitude
      case .roundedSharpness, .clampedFrequency, .frequencyDifference: .fromFrequency
      case .resampledCurve, .ramp, .mergedOverlap: .measured
      default: .always
      }
    }

    /// The unit of the amount; `nil` for bare numbers.
    public var unit: String? {
      switch self {
      case .roundedTime, .resampledCurve, .pulse, .ramp, .droppedSilence: "s"
      case .frequencyDifference, .clampedFrequency: "Hz"
      default: nil
      }
    }
  }

  /// One kind of loss for one kind of event.
  public struct Entry: Sendable, Hashable {
    /// Whether the reader or the writer caused the loss.
    public var stage: Stage
    /// The kind of item that lost something.
    public var subject: Subject
    /// The kind of loss.
    public var loss: Loss
    /// The number of events, points, or values.
    public var count: Int
    /// The largest amount, in the loss's unit; `nil` for a loss without an amount.
    public var largest: Double?
    /// The names of merged or omitted items, if they have names.
    public var names: [String] = []
    /// The time of the largest difference, in seconds on the timeline.
    public var time: Double?
    /// The intended value at that time, in the unit of the amount.
    public var meant: Double?
    fileprivate var tolerance = Tolerance()

    /// Whether a person who holds the device can feel the loss. Heartbeats are annotations of the events, and audio events
    /// are heard: losses of heartbeats and of audio events are not felt.
    public var isFelt: Bool {
      guard subject != .beat, subject != .audio, !tolerance.allowed.contains(loss) else {
        return false
      }
      switch loss.feeling {
      case .never: return false
      case .always: return true
      case .fromAmplitude: return tolerance.amplitude < 1 && largest ?? 1 >= tolerance.amplitude
      case .fromTime: return largest ?? 1 >= tolerance.time.value
      case .fromFrequency:
        let band = ExportOptions().band
        let hertz =
          loss.unit == "Hz"
          ? largest : largest.map { $0 * (band.upperBound - band.lowerBound).value }
        return tolerance.isFelt(hertz: hertz ?? .infinity, of: meant ?? band.lowerBound.value)
      case .measured: return stage == .read
      }
    }
  }

  /// The smallest differences that count as felt.
  public struct Tolerance: Sendable, Hashable {
    /// A difference of amplitude, as a share of full scale.
    public var amplitude = 0.03
    /// A difference of frequency; `nil` for 10 Hz or a semitone, whichever is smaller.
    public var frequency: Hertz?
    /// A difference of time. Events shifted by less are not compared with their original.
    public var time: Seconds = 0.005
    /// The losses that are allowed completely.
    public var allowed: Set<Loss> = []

    /// The usual tolerance.
    public init() {}

    func isFelt(hertz: Double, of tone: Double) -> Bool {
      // A semitone is a step of 2^(1/12).
      hertz >= frequency?.value ?? min(10, 0.059463094 * tone)
    }
  }

  /// The losses in a fixed order: the losses of the reader before the losses of the writer, then by subject and kind of
  /// loss.
  public var entries: [Entry] {
    Stage.allCases.flatMap { stage in
      Subject.allCases.flatMap { subject in
        Loss.allCases.compactMap { loss in table[Key(stage: stage, subject: subject, loss: loss)] }
      }
    }
  }

  private struct Key: Hashable {
    var stage: Stage
    var subject: Subject
    var loss: Loss
  }

  private var table: [Key: Entry] = [:]
  private let stage: Stage
  /// The sharpnesses that the reader assumed for events of each kind.
  private var madeUp: [Subject: [String]] = [:]
  /// The smallest differences that count as felt.
  public var tolerance = Tolerance() {
    didSet { for key in table.keys { table[key]?.tolerance = tolerance } }
  }

  /// Creates an empty report of a reader or a writer.
  public init(_ stage: Stage = .write) { self.stage = stage }

  /// Creates an empty report of a writer, for which the assumptions of a reader are not losses.
  init(after assumed: LossReport) {
    stage = .write
    for entry in assumed.entries where entry.loss == .droppedSharpness {
      madeUp[entry.subject] = entry.names.isEmpty ? [number(0.5)] : entry.names
    }
  }

  /// Whether the report has no losses.
  public var isEmpty: Bool { table.isEmpty }

  /// Whether the result feels different from the timeline; dropped beats and annotations do not count.
  public var isFelt: Bool { table.values.contains { $0.isFelt } }

  /// The entry for a subject and a loss in this report's own stage, if there is one.
  public subscript(subject: Subject, loss: Loss) -> Entry? {
    table[Key(stage: stage, subject: subject, loss: loss)]
  }

  /// Counts one loss.
  ///
  /// - Parameters:
  ///   - loss: The kind of loss.
  ///   - subject: The kind of item that lost something.
  ///   - amount: The amount; the largest is kept. Its sign does not matter.
  ///   - count: The number of losses.
  ///   - names: The names of merged or omitted items, if they have names.
  public mutating func note(
    _ loss: Loss, of subject: Subject, by amount: Double? = nil, count: Int = 1,
    names: [String] = []
  ) {
    guard count > 0 else { return }
    add(
      Entry(
        stage: stage, subject: subject, loss: loss, count: count, largest: amount.map(abs),
        names: names))
  }

  mutating func note(
    _ loss: Loss, of subject: Subject, by amount: Double, at time: Double? = nil, meant: Double
  ) {
    add(
      Entry(
        stage: stage, subject: subject, loss: loss, count: 1, largest: amount,
        time: time.map(toNanosecond), meant: shortened(meant)))
  }

  /// The losses of a document that is rendered as sound: beats, annotations, a loop, which becomes one pass, and the
  /// sharpness of every event if the sound has no sharpness.
  ///
  /// - Parameters:
  ///   - document: The document to render.
  ///   - playsSharpness: Whether the sound depends on sharpness.
  ///   - layout: The channels of the sound.
  /// - Returns: The losses, all of the writer's stage.
  public static func rendering(
    _ document: TimelineDocument, playsSharpness: Bool, layout: ChannelLayout = .mono
  ) -> LossReport {
    var loss = LossReport(after: document.assumed)
    loss.noteAnnotations(of: document)
    let names = layout == .mono ? document.places.map { $0.name } : document.mergedNames
    let merged = layout == .places ? [] : names
    loss.note(.mergedChannels, of: .timeline, count: merged.count, names: merged)
    for voice in document.voices(layout) {
      let count = EnvelopeCurve.joined(voice.timeline.events).overlapCount
      loss.note(.mergedOverlap, of: .continuous, count: count)
    }
    for event in document.timeline.events {
      if !playsSharpness { loss.noteDroppedSharpness(of: event) }
      for level in playsSharpness ? event.levels : [] {
        loss.noteClamped(level.sharpness, of: event.subject)
      }
    }
    return playsSharpness ? loss : loss.without(document.assumed, in: document.timeline)
  }

  /// Adds the losses of another report, each in its own stage.
  public mutating func merge(_ other: LossReport) {
    for entry in other.entries { add(entry) }
  }

  private mutating func add(_ more: Entry) {
    let key = Key(stage: more.stage, subject: more.subject, loss: more.loss)
    guard var entry = table[key] else {
      table[key] = more
      table[key]?.tolerance = tolerance
      return
    }
    entry.count += more.count
    if let amount = more.largest, amount > entry.largest ?? 0 {
      (entry.largest, entry.time, entry.meant) = (amount, more.time, more.meant)
    }
    entry.names += more.names.filter { entry.names.count < 100 && !entry.names.contains($0) }
    table[key] = entry
  }

  /// The report as a JSON object: `felt` and the list `losses`.
  public var json: JSONValue {
    [
      "felt": .bool(isFelt),
      "losses": .array(
        entries.map { entry in
          var members: [String: JSONValue] = [
            "stage": .string(entry.stage.rawValue), "subject": .string(entry.subject.rawValue),
            "loss": .string(entry.loss.rawValue), "felt": .bool(entry.isFelt),
            "count": .number(Double(entry.count)),
            "largest": .optional(entry.largest), "unit": .optional(entry.loss.unit),
          ]
          if !entry.names.isEmpty { members["names"] = .array(entry.names.map { .string($0) }) }
          if let time = entry.time { members["t_s"] = .number(time) }
          if let meant = entry.meant { members["meant"] = .number(meant) }
          return .object(members)
        }),
    ]
  }
}

extension LossReport {
  /// Creates a report from the object that `json` returns; `nil` for other values.
  public init?(json: JSONValue) {
    guard let losses = json["losses"]?.array else { return nil }
    self.init()
    for entry in losses {
      guard let stage = Stage(rawValue: entry["stage"]?.string ?? ""),
        let subject = Subject(rawValue: entry["subject"]?.string ?? ""),
        let loss = Loss(rawValue: entry["loss"]?.string ?? ""),
        let count = entry["count"]?.number.flatMap({ Int(exactly: $0) }), count > 0
      else { return nil }
      let names = entry["names"]?.array?.compactMap { $0.string } ?? []
      add(
        Entry(
          stage: stage, subject: subject, loss: loss, count: count,
          largest: entry["largest"]?.number, names: names, time: entry["t_s"]?.number,
          meant: entry["meant"]?.number))
    }
  }

  /// An empty report of the same stage.
  var cleared: LossReport {
    var report = self
    report.table = [:]
    return report
  }

  /// Whether an event has a stated sharpness instead of one that the reader assumed.
  private func states(_ event: HapticEvent) -> Bool {
    guard let values = madeUp[event.subject] else { return true }
    return event.levels.contains { !values.contains(number($0.sharpness)) }
  }

  mutating func noteDroppedSharpness(of event: HapticEvent) {
    if states(event) { note(.droppedSharpness, of: event.subject) }
  }

  /// The losses without the assumptions of a reader, which do not count.
  func without(_ assumed: LossReport, in timeline: Timeline) -> LossReport {
    part(of: stage) { entry in
      guard let known = assumed[entry.subject, entry.loss], entry.loss != .droppedSharpness,
        entry.largest ?? 0 <= (known.largest ?? 0) + 1e-9
      else { return entry }
      let isMixed = entry.loss == .roundedSharpness && timeline.events.contains(where: states)
      return isMixed ? entry : nil
    }
  }

  private func part(of stage: Stage, _ kept: (Entry) -> Entry?) -> LossReport {
    var part = LossReport(stage)
    part.tolerance = tolerance
    for entry in entries.compactMap(kept) { part.add(entry) }
    return part
  }

  /// The losses of one stage only.
  public func only(_ stage: Stage) -> LossReport {
    part(of: stage) { $0.stage == stage ? $0 : nil }
  }
}

extension LossReport: CustomStringConvertible {
  /// One line per kind of loss; `nothing lost` if there are no losses.
  public var description: String {
    guard !isEmpty else { return "nothing lost" }
    return entries.map { ($0.stage == .read ? "while reading, " : "") + $0.description }
      .joined(separator: "\n")
  }
}

extension LossReport.Entry: CustomStringConvertible {
  /// The entry as text, such as `transient: clamped-value (1, at most 0.7)`.
  public var description: String {
    let unit = loss.unit.map { " \($0)" } ?? ""
    let place = time.map { " at \(shortened($0)) s" } ?? ""
    let amount = largest.map { ", at most \(shortened($0))\(unit)\(place)" } ?? ""
    let list = names.isEmpty ? "" : ": " + names.map { $0.visible }.joined(separator: ", ")
    return "\(subject.rawValue): \(loss.rawValue) (\(count)\(amount)\(list))"
      + (isFelt || loss == .assumed ? "" : ", not felt") + remark
  }

  private var remark: String {
    switch (subject, loss) {
    case (.beat, .dropped): ": the format has no labels for beats; their events stay"
    case (_, .droppedSilence): meant.map { "; loop every \(number($0)) s" } ?? ""
    case (.audio, .assumed): ", the haptics are made from the sound"
    case (_, .assumed): ", which the file leaves to the device"
    default: ""
    }
  }
}
