package import Lubdub
package import LubdubGround
internal import LubdubHaptics
internal import LubdubSessions

/// The options of a call: one JSON object.
package struct Options {
  /// The members of the object.
  package let members: [String: JSONValue]

  /// Options that have been read.
  package init(members: [String: JSONValue]) { self.members = members }

  /// Reads options; no text is no options.
  package init(_ text: UnsafePointer<CChar>?, _ length: Int) throws(Failure) {
    guard let text, length > 0 else {
      members = [:]
      return
    }
    let bytes = UnsafeRawBufferPointer(start: text, count: length)
    let value: JSONValue
    do {
      value = try JSONParser.parse(bytes)
    } catch {
      throw Failure(Status.badArgument, "options are not JSON: \(error.description)")
    }
    guard case .object(let members) = value else {
      throw Failure(Status.badArgument, "options are no JSON object")
    }
    self.members = members
  }

  /// The settings; the default preset where there are none.
  package func configuration(
    vocabulary: Vocabulary = .programs
  ) throws(Failure) -> Configuration {
    do {
      return try SettingsJSON.decode(
        members["settings"] ?? .object([:]), source: "settings", vocabulary: vocabulary)
    } catch {
      throw Failure(Status.badSettings, error.rule)
    }
  }

  /// What is known of the trace.
  package var input: [String: JSONValue] { members["input"]?.object ?? [:] }

  /// Whether considered changes are reported.
  package func explains() throws(Failure) -> Bool { try flag("explain") ?? false }

  /// The edges that the truth is cut by; `nil` where they are left out.
  package func truthEdges() throws(Failure) -> [Meters]? {
    guard let value = members["truthEdges"], value != .null else { return nil }
    let edges = value.array?.compactMap { $0.number } ?? []
    guard edges.count == value.array?.count, (try? Zones(edges: edges.map { Meters($0) })) != nil
    else { throw Failure(Status.badArgument, "truthEdges is no list of increasing distances") }
    return edges.map { Meters($0) }
  }

  /// How long after the last row beats are planned.
  func ahead() throws(Failure) -> Seconds {
    let seconds = try number("ahead", "0 to \(Self.longestAhead) s") {
      (0...Self.longestAhead).contains($0)
    }
    return Seconds(seconds ?? 0)
  }

  private static let longestAhead = 60.0

  /// The heart that gives the tempo; none where it is left out.
  func heart() throws(Failure) -> [(end: Seconds, length: Seconds)] {
    guard let heart = members["heart"], heart != .null else { return [] }
    let ends = heart["ends"]?.array?.compactMap { $0.number } ?? []
    let lengths = heart["intervals"]?.array?.compactMap { $0.number } ?? []
    guard ends.count == heart["ends"]?.array?.count,
      lengths.count == heart["intervals"]?.array?.count, ends.count == lengths.count
    else {
      throw Failure(
        Status.badArgument, "heart has no ends and intervals, two lists of as many numbers")
    }
    return zip(ends, lengths).map { (Seconds($0), Seconds($1)) }
  }

  /// The format to write.
  func format() throws(Failure) -> HapticFormat {
    let name = members["format"]?.string ?? ""
    guard let format = HapticFormat(rawValue: name) else {
      let names = HapticFormat.allCases.map { $0.rawValue }.joined(separator: ", ")
      throw Failure(Status.badArgument, "format is \"\(name)\", expected one of \(names)")
    }
    return format
  }

  /// How it is written.
  func export() throws(Failure) -> ExportOptions {
    var options = ExportOptions()
    if let name = try text("name") { options.name = name }
    if let style = try text("androidStyle") {
      options.androidStyle = try choice("androidStyle", style)
    }
    if let looping = try text("looping") { options.looping = try choice("looping", looping) }
    options.curvePointLimit = try count("curvePointLimit", 2...1_000_000) ?? options.curvePointLimit
    options.separateTransients = try flag("separateTransients") ?? false
    return options
  }

  func rendering() throws(Failure) -> RenderOptions {
    guard let rate = try count("sampleRate", 1...10_000_000) else { return RenderOptions() }
    return RenderOptions(sampleRate: rate)
  }

  private func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: String, _ word: String
  ) throws(Failure) -> Choice where Choice.RawValue == String {
    guard let choice = Choice(rawValue: word) else {
      let words = Choice.allCases.map { $0.rawValue }.joined(separator: ", ")
      throw Failure(Status.badArgument, "\(key) is \"\(word)\", expected one of \(words)")
    }
    return choice
  }
}

/// Why a call failed.
package struct Failure: Error {
  /// A status of the header.
  package let status: Int32
  /// What is wrong, and the rule.
  package let message: String

  package init(_ status: Int32, _ message: String) {
    self.status = status
    self.message = message
  }
}

/// Runs the body of a call; a failure becomes a result, too.
package func answer(_ body: () throws(Failure) -> Result) -> OpaquePointer? {
  do {
    return try body().retained()
  } catch {
    return Result(error.status, error.message).retained()
  }
}
