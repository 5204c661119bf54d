/// The timeline of one place on the body, or of one of several motors.
public struct TimelinePlace: Sendable, Hashable {
  /// The name, such as `left`, `VestFront`, or `motor 1`.
  public var name: String
  /// The events, over the whole document.
  public var timeline: Timeline

  /// A place from its parts.
  public init(name: String, timeline: Timeline) { (self.name, self.timeline) = (name, timeline) }

  enum Side: String, CaseIterable { case left, right }

  /// The side in the name, such as `left hand` or `ForearmL`.
  var side: Side? {
    let last = name.suffix(2)
    if last.utf8.first.map({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }) == true,
      last.hasSuffix("L") || last.hasSuffix("R")
    {
      return last.hasSuffix("L") ? .left : .right
    }
    let letters = Array(name.lowercased().utf8)
    return Side.allCases.first { side in
      let word = Array(side.rawValue.utf8)
      return letters.indices.contains { letters[$0...].starts(with: word) }
    }
  }

  /// The normalized form of a name, equal for equivalent names: `vest-front` is `VestFront`.
  static func letters(_ name: String) -> String {
    name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
  }
}

extension [(name: String, events: [HapticEvent])] {
  mutating func add(_ events: [HapticEvent], to name: String) {
    let index = firstIndex { $0.name == name } ?? count
    if index == count { append((name, [])) }
    self[index].events += events
  }
}

extension TimelineDocument {
  /// Creates a document of several places, whose timeline has all events; a single place is not kept as a place.
  ///
  /// - Parameter places: The names, which get a number if they are repeated, and the events of each place.
  public init(places: [(name: String, events: [HapticEvent])]) {
    self.init(named: Self.named(places))
  }

  /// Creates a document of the places that a reader found, or of the requested place.
  init?(places: [(name: String, events: [HapticEvent])], _ log: inout ReadingLog) {
    let found = Self.named(places).filter { log.reads($0.name) }
    let others = log.left.inOrder().joined(separator: ", ")
    if let place = log.place, found.isEmpty {
      log.fail(
        "no-place", "no event is for the place \"\(place)\"",
        cure: others.isEmpty ? nil : "the places of the file are \(others)")
      return nil
    }
    if !others.isEmpty {
      log.note("places-left-out", "\(found.map { $0.name }.joined()) is read, \(others) left out")
    }
    self.init(named: found)
  }

  private init(named places: [(name: String, events: [HapticEvent])]) {
    self.init(Timeline(places.flatMap { $0.events }))
    guard places.count > 1 else { return }
    self.places = places.map {
      TimelinePlace(
        name: $0.name, timeline: Timeline(duration: timeline.duration, events: $0.events))
    }
  }

  private static func named(
    _ places: [(name: String, events: [HapticEvent])]
  ) -> [(name: String, events: [HapticEvent])] {
    var names: Set<String> = []
    return places.enumerated().map { index, place in
      var name = place.name.isEmpty ? "motor \(index + 1)" : place.name
      var number = 2
      while !names.insert(name).inserted {
        name = "\(place.name) \(number)"
        number += 1
      }
      return (name, place.events)
    }
  }

  func kept(_ kind: TimelineCoder.Places, _ loss: inout LossReport) -> [TimelinePlace] {
    guard places.count > 1 else { return [] }
    let hasSides = Set(placeSides).isSuperset(of: [.left, .right])
    let isMerged = kind == .one || kind == .sides && !hasSides
    let merged = isMerged ? places.map { $0.name } : kind == .sides ? mergedNames : []
    loss.note(.mergedChannels, of: .timeline, count: merged.count, names: merged)
    switch kind {
    case _ where isMerged: return []
    case .one, .sides: return sides
    case .all: return places
    }
  }

  /// The document with the places that were read, or with the requested place. An event without a place belongs to all
  /// places.
  func with(
    _ places: [(name: String, events: [HapticEvent])], _ log: inout ReadingLog
  ) -> TimelineDocument? {
    guard !places.isEmpty || log.place != nil else { return self }
    let placed = Timeline(duration: .zero, events: places.flatMap { $0.events }).events[...]
    let shared = timeline.events.filter { event in
      let first = placed.partitioningIndex { $0.time >= event.time }
      return !placed[first...].prefix { $0.time == event.time }.contains(event)
    }
    let places = places.map { (name: $0.name, events: $0.events + shared) }
    guard var read = TimelineDocument(places: places, &log) else { return nil }
    (read.annotations, read.timeline.beats) = (annotations, timeline.beats)
    if read.places.count > 1, !timeline.events.isEmpty { read.timeline.events = timeline.events }
    return read.lasting(timeline.duration)
  }

  func lasting(_ duration: Seconds) -> TimelineDocument {
    var copy = self
    copy.timeline.duration = duration
    for index in places.indices { copy.places[index].timeline.duration = duration }
    return copy
  }

  /// The timeline for a format or a sound with one place: the strongest of all places at each moment.
  package var loudest: Timeline {
    guard places.count > 1 else { return timeline }
    let events = places.flatMap { $0.timeline.events }
    var taps: [Seconds: HapticEvent] = [:]
    for tap in events.transients where tap.intensity > taps[tap.time]?.intensity ?? -1 {
      taps[tap.time] = tap
    }
    let courses = places.flatMap { place in
      EnvelopeSegment.runs(EnvelopeCurve(place.timeline.events.continuous.map { $0.ramps }).ramps)
    }
    let course = EnvelopeCurve(courses, .strongest)
    return Timeline(
      duration: timeline.duration, beats: timeline.beats,
      events: Array(taps.values) + (course.overlapCount > 0 ? course.events : events.continuous))
  }

  var timelines: [Timeline] { places.isEmpty ? [timeline] : places.map { $0.timeline } }

  /// The timelines of a sound's channels: the strongest of all places, the places of each side, or each place.
  package func voices(_ layout: ChannelLayout) -> [TimelinePlace] {
    let isOne = places.count < 2 || layout == .mono
    var voices =
      isOne ? [TimelinePlace(name: "all", timeline: loudest)] : layout == .places ? places : sides
    for index in voices.indices { voices[index].timeline = voices[index].timeline.withinBand }
    return voices
  }

  /// The timelines of the left and the right of two channels. A place on neither side is on both; if no name gives a side, the
  /// first of two places is on the left.
  private var sides: [TimelinePlace] {
    TimelinePlace.Side.allCases.map { side in
      var part = self
      part.places = zip(places, placeSides).filter { $0.1 ?? side == side }.map { $0.0 }
      if part.places.count == 1 { return part.places[0] }
      let events = part.places.isEmpty ? [] : part.loudest.events
      return TimelinePlace(
        name: side.rawValue, timeline: Timeline(duration: timeline.duration, events: events))
    }
  }

  private var placeSides: [TimelinePlace.Side?] {
    let named = places.map { $0.side }
    return places.count == 2 && named == [nil, nil] ? [.left, .right] : named
  }

  /// The names of the places, unless each place has its own side of two channels.
  var mergedNames: [String] {
    guard places.count > 1, Set(placeSides) != [.left, .right] || places.count > 2 else {
      return []
    }
    return places.map { $0.name }
  }

  /// Edits every place like the whole timeline; joined or layered content goes to its own places.
  mutating func editPlaces(
    _ edit: TimelineEdit, of whole: Timeline, with others: [TimelinePlace]
  ) throws(FormatError) {
    var edit = edit
    if case .trim(let silence) = edit, let first = whole.events.first {
      edit = .from(max(first.time - silence, .zero))
    }
    let own = places
    let further = others.map { $0.name }.filter { name in !own.contains { $0.name == name } }
    places = try (own.map { $0.name } + further).map { (name) throws(FormatError) in
      let part = Self.part(name, of: own, whole)
      var edited: Timeline
      switch edit {
      case .join(let next, let gap):
        edited = try TimelineEdit.join(Self.part(name, of: others, next), gap: gap)
          .applied(to: part)
      case .layer(let layer, let offset):
        edited = try TimelineEdit.layer(Self.part(name, of: others, layer), offset: offset)
          .applied(to: part)
      case .swapSharpness:
        edited = whole.sharpnessRange.map { part.withSwappedSharpness(in: $0) } ?? part
      default: edited = try edit.applied(to: part)
      }
      edited.duration = timeline.duration
      return TimelinePlace(name: name, timeline: edited)
    }
  }

  private static func part(
    _ name: String, of places: [TimelinePlace], _ whole: Timeline
  ) -> Timeline {
    guard !places.isEmpty else { return whole }
    let events = places.first { $0.name == name }?.timeline.events ?? []
    return Timeline(duration: whole.duration, events: events)
  }
}
