/// The code of one format, as closures: code without metatypes also runs in embedded Swift.
struct TimelineCoder: Sendable {
  /// Writes the files of a timeline, at least one. Throws `FormatError` when the timeline exceeds a limit that splitting cannot
  /// avoid.
  typealias Encode =
    @Sendable (inout TimelineEncoding) throws(FormatError) -> [EncodedTimeline.Part]

  /// Reads as much as possible, logs all faults, and counts losses. The result is `nil` only together with a finding of
  /// severity `error`.
  typealias Read = @Sendable ([UInt8], inout ReadingLog) -> TimelineDocument?

  /// The usual file extension, without a dot.
  let fileExtension: String
  /// Another file extension, without a dot; JSON text may need this extension.
  var otherExtension: String?
  /// The smallest step of time.
  var timeResolution: Seconds = 1e-9
  var keepsAnnotations = false
  let encode: Encode
  let read: Read
  let marks: [Mark]
  var keepsLoop = false
  var keepsAlternatives = false
  var law: AmplitudeLaw?
  var places = Places.one
  /// Whether the silence at the end is written as an event of no strength.
  var padsSilence = false
  /// Whether frequencies are in hertz, so that they are not clamped.
  var keepsFrequencies: @Sendable (ExportOptions, [String: JSONValue]) -> Bool = { _, _ in false }

  /// The places on the body that are written separately.
  enum Places: Sendable { case one, sides, all }

  enum Mark: Sendable {
    case object(@Sendable ([String: JSONValue]) -> Bool)
    /// Members of the object in the first line of JSON lines.
    case line(@Sendable ([String: JSONValue]) -> Bool)
    case array(@Sendable ([JSONValue]) -> Bool)
    /// The first line that is neither empty nor a comment.
    case row(@Sendable (ArraySlice<UInt8>) -> Bool)
  }

  func decode(
    _ bytes: [UInt8], place: String? = nil
  ) -> (document: TimelineDocument?, log: ReadingLog) {
    var log = ReadingLog()
    (log.place, log.law) = (place, law)
    // Some editors save JSON and XML as UTF-16. UTF-8 is not copied.
    let isMarked = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    var document = read(isMarked ? DecodedText(bytes).bytes : bytes, &log)
    if padsSilence { document?.takeSilentEnd() }
    if !log.assumed.isEmpty { document?.assumed = log.assumed }
    #if !hasFeature(Embedded)
    let timeline = timeResolution < 1e-6 ? document?.timeline : nil
    if let found = timeline.flatMap(TimelineLint.milliseconds) { log.add(found) }
    #endif
    if let law = log.law { document?.annotations[AmplitudeLaw.key] = .string(law.rawValue) }
    return (log.hasErrors ? nil : document, log)
  }
}

protocol TimelineReader {
  var log: ReadingLog { get set }
  init()
  mutating func document(_ bytes: [UInt8]) -> TimelineDocument?
}

extension TimelineReader {
  static func read(_ bytes: [UInt8], _ log: inout ReadingLog) -> TimelineDocument? {
    var reader = Self()
    reader.log = log
    defer { log = reader.log }
    return reader.document(bytes)
  }
}

struct TimelineEncoding {
  /// The normalized timeline; for several places in a format with only one place, the strongest place at each moment.
  private(set) var timeline: Timeline
  private(set) var places: [TimelinePlace] = []
  var annotations: [String: JSONValue]
  private(set) var options: ExportOptions
  var loss = LossReport()

  init(
    _ document: TimelineDocument, _ options: ExportOptions, _ coder: TimelineCoder
  ) throws(FormatError) {
    annotations = document.annotations
    self.options = options
    loss = LossReport(after: document.assumed)
    loss.tolerance = options.tolerance
    let keepsFrequencies = coder.keepsFrequencies(options, annotations)
    let document = document.turned(to: coder.law)
    let kept = document.kept(coder.places, &loss)
    let whole = kept.isEmpty ? document.loudest : document.timeline
    timeline = try whole.normalized(keepsFrequencies: keepsFrequencies, loss: &loss)
    for place in kept {
      // Clamped values were counted above.
      var counted = LossReport()
      let timeline = try place.timeline.normalized(
        keepsFrequencies: keepsFrequencies, loss: &counted)
      places.append(TimelinePlace(name: place.name, timeline: timeline))
    }
    if timeline.events.isEmpty, !document.timeline.events.isEmpty { throw .nothingLeft }
    if coder.padsSilence, let end = timeline.silentEnd {
      timeline.events.append(end)
      for index in places.indices { places[index].timeline.events.append(end) }
    }
    if !coder.keepsAnnotations {
      loss.noteAnnotations(
        of: document, keepsLoop: coder.keepsLoop, keepsAlternatives: coder.keepsAlternatives)
    }
  }

  /// Limits the total length of vibrations, because vibrations are cut into parts and steps.
  func requireLength() throws(FormatError) {
    let events = places.isEmpty ? timeline.events : places.flatMap { $0.timeline.events }
    let length = events.reduce(0) { $0 + $1.duration.value }
    guard length > Double(Bound.sound.most),
      let longest = events.max(by: { $0.duration < $1.duration })
    else { return }
    throw FormatError(
      rule: "too-long", at: "the event at \(number(longest.time.value)) s",
      "all vibrations last \(number(length)) s, " + Bound.sound.rule,
      cure: "shorten it; if its times are milliseconds, divide them by 1000")
  }

  /// Every event with its place, in the order of time; the place is `nil` for an event of all places.
  var placedEvents: [(event: HapticEvent, place: String?)] {
    guard !places.isEmpty else { return timeline.events.map { ($0, nil) } }
    func count(_ event: HapticEvent, _ place: TimelinePlace) -> Int {
      let events = place.timeline.events[...]
      return events[events.partitioningIndex { $0.time >= event.time }...]
        .prefix { $0.time == event.time }.count { $0 == event }
    }
    var placed: [(event: HapticEvent, place: String?)] = []
    for (index, place) in places.enumerated() {
      for event in place.timeline.events {
        let own = count(event, place)
        let isShared = places.allSatisfy { count(event, $0) == own }
        if index == 0 || !isShared { placed.append((event, isShared ? nil : place.name)) }
      }
    }
    placed.sortByTime { $0.event.time.value }
    return placed
  }

  func part(_ timeline: Timeline) -> TimelineEncoding {
    var part = self
    part.timeline = timeline
    part.annotations["loop"] = nil
    part.options.looping = .never
    part.loss = loss.cleared
    return part
  }

  var loop: SteadyLoop? { SteadyLoop(annotation: annotations["loop"]) }
}

struct ReadingLog {
  private(set) var findings: [Finding] = []
  var loss = LossReport(.read)
  var place: String?
  var law: AmplitudeLaw?
  private(set) var left: Set<String> = []
  var assumed = LossReport(.read)
  private(set) var hasErrors = false

  mutating func reads(_ name: String) -> Bool {
    let isRead = place.map { TimelinePlace.letters($0) == TimelinePlace.letters(name) } ?? true
    if !isRead { left.insert(name) }
    return isRead
  }

  mutating func add(_ finding: Finding) {
    findings.append(finding)
    if finding.severity == .error { hasErrors = true }
  }

  mutating func add(_ other: ReadingLog) {
    for finding in other.findings { add(finding) }
    loss.merge(other.loss)
    assumed.merge(other.assumed)
  }

  /// Notes that a sharpness is an assumption instead of a value in the file. The value identifies the assumption.
  mutating func assumeSharpness(of subjects: LossReport.Subject..., as value: Double = 0.5) {
    for subject in subjects {
      assumed.note(.droppedSharpness, of: subject, names: [number(value)])
      assumed.note(.roundedSharpness, of: subject, by: 1)
    }
  }

  mutating func fail(
    _ rule: String, at place: String? = nil, _ message: String, cure: String? = nil
  ) { add(Finding(.error, code: rule, at: place, message, cure: cure)) }

  mutating func fail<Value>(
    _ rule: String, at place: String? = nil, _ message: String, cure: String? = nil
  ) -> Value? {
    fail(rule, at: place, message, cure: cure)
    return nil
  }

  mutating func warn(
    _ rule: String, at place: String? = nil, _ message: String, cure: String? = nil
  ) { add(Finding(.warning, code: rule, at: place, message, cure: cure)) }

  #if !hasFeature(Embedded)
  /// Notes an unknown member. A member among played members, or with a name similar to a missing member, may be meant to be
  /// felt and counts as dropped. Players also ignore any other member; the log notes it once.
  mutating func noteUnknown(
    _ name: String, _ others: [String], isPlayed: Bool = false, at place: String
  ) {
    let near = Spelling.nearest(to: name, in: others)
    guard near != nil || isPlayed else {
      if loss[.timeline, .droppedAnnotations]?.names.contains(name) != true {
        note("unknown-key", at: place, "the key \"\(name)\" is not known; players ignore it")
      }
      return loss.note(.droppedAnnotations, of: .timeline, names: [name])
    }
    warn(
      "unknown-key", at: place, "the key \"\(name)\" is not known here and is ignored",
      cure: near == name ? nil : near.map { "did you mean \"\($0)\"?" })
    loss.note(.dropped, of: .effect, names: [name])
  }
  #endif

  mutating func note(_ rule: String, at place: String? = nil, _ message: String) {
    add(Finding(.note, code: rule, at: place, message))
  }
}

/// A document that was read, and the losses of reading it.
public struct DecodedTimeline: Sendable, Hashable {
  /// The document.
  public var document: TimelineDocument
  /// Notes and warnings about the file.
  public var findings: [Finding]
  /// The losses of reading.
  public var loss: LossReport
}

extension DecodedTimeline {
  package init(made document: TimelineDocument) {
    self.init(document: document, findings: [], loss: LossReport(.read))
  }

  /// Creates the result of a document from a sound. Other content of the sound is not kept.
  public init(document: TimelineDocument, ofSoundWith channelCount: Int) {
    var loss = LossReport(.read)
    loss.note(.assumed, of: .audio)
    if channelCount > 1 { loss.note(.mergedChannels, of: .audio, count: channelCount) }
    self.init(document: document, findings: [], loss: loss)
  }
}

/// A timeline as the bytes of a format, and the losses of writing it.
public struct EncodedTimeline: Sendable, Hashable {
  /// One file of the result.
  public struct Part: Sendable, Hashable {
    /// The part of the file's name that distinguishes it from its siblings, such as `continuous`; `nil` when the format needs
    /// only one file.
    public var label: String?
    /// The file's content.
    public var bytes: [UInt8]
    /// The time at which to start the file, on the timeline.
    public var start: Seconds

    /// A part from its label, content, and start.
    public init(label: String? = nil, bytes: [UInt8], start: Seconds = .zero) {
      (self.label, self.bytes, self.start) = (label, bytes, start)
    }
  }

  /// The files, at least one. Most formats need exactly one.
  public var parts: [Part]
  /// The losses of writing.
  public var loss: LossReport

  /// The first file's content.
  public var bytes: [UInt8] { parts.first?.bytes ?? [] }

  /// Creates a result from its parts.
  public init(parts: [Part], loss: LossReport) { (self.parts, self.loss) = (parts, loss) }

  /// Creates a result of one file.
  public init(_ bytes: [UInt8], loss: LossReport) {
    self.init(parts: [Part(bytes: bytes)], loss: loss)
  }
}
