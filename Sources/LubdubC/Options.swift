/// The options of a call: one JSON object.
package struct Options {
  package let members: [String: JSONValue]

  package init(members: [String: JSONValue]) { self.members = members }

  package init(_ text: UnsafePointer<CChar>?, _ length: Int) throws(Failure) {
    guard let text, length > 0 else {
      members = [:]
      return
    }
    let bytes = UnsafeRawBufferPointer(start: text, count: length)
    let value = try failing(Status.badArgument, "options are not JSON: ") {
      () throws(JSONError) in try JSONParser.parse(bytes)
    }
    guard case .object(let members) = value else { throw Failure("options are not a JSON object") }
    self.members = members
  }

  package func configuration(vocabulary: Vocabulary = .programs) throws(Failure) -> Configuration {
    do {
      return try SettingsJSON.decode(
        members["settings"] ?? .object([:]), source: "settings", vocabulary: vocabulary)
    } catch {
      throw Failure(Status.badSettings, error.rule)
    }
  }

  package var input: [String: JSONValue] { members["input"]?.object ?? [:] }

  package func explains() throws(Failure) -> Bool { try flag("explain") ?? false }

  package func truthEdges() throws(Failure) -> [Meters]? {
    guard let value = members["truthEdges"], !value.isNull else { return nil }
    let edges = value.array?.compactMap { $0.number } ?? []
    guard edges.count == value.array?.count, (try? Zones(edges: edges.map { Meters($0) })) != nil
    else { throw Failure("truthEdges is not a list of increasing distances") }
    return edges.map { Meters($0) }
  }

  func ahead() throws(Failure) -> Seconds {
    let seconds = try number("ahead", "0 to \(Self.longestAhead) s") {
      (0...Self.longestAhead).contains($0)
    }
    return Seconds(seconds ?? 0)
  }

  private static let longestAhead = 60.0

  func heart() throws(Failure) -> [(end: Seconds, length: Seconds)] {
    guard let heart = members["heart"], !heart.isNull else { return [] }
    let ends = heart["ends"]?.array?.compactMap { $0.number } ?? []
    let lengths = heart["intervals"]?.array?.compactMap { $0.number } ?? []
    guard ends.count == heart["ends"]?.array?.count,
      lengths.count == heart["intervals"]?.array?.count, ends.count == lengths.count
    else {
      throw Failure("heart needs ends and intervals, two lists of equally many numbers")
    }
    return zip(ends, lengths).map { (Seconds($0), Seconds($1)) }
  }

  func format() throws(Failure) -> HapticFormat {
    let name = members["format"]?.string ?? ""
    guard let format = HapticFormat(rawValue: name) else {
      let names = HapticFormat.allCases.map { $0.rawValue }.joined(separator: ", ")
      throw Failure("format is \"\(name)\", expected one of \(names)")
    }
    return format
  }

  func export() throws(Failure) -> ExportOptions {
    var options = ExportOptions()
    if let name = try text("name") { options.name = name }
    options.androidStyle = try choice("androidStyle")
    options.looping = try choice("looping") ?? options.looping
    options.curvePointLimit = try count("curvePointLimit", 2...1_000_000) ?? options.curvePointLimit
    options.separateTransients = try flag("separateTransients") ?? false
    return options
  }

  func rendering() throws(Failure) -> RenderOptions {
    var options = RenderOptions()
    if let rate = try count("sampleRate", 1...10_000_000) { options.sampleRate = rate }
    options.signal = try choice("signal") ?? options.signal
    options.layout = try choice("channels") ?? options.layout
    options.actuator = try actuator() ?? options.actuator
    return options
  }

  /// Returns an actuator from an object with its model, and the numbers that differ from the model; `nil` if the member is
  /// absent.
  private func actuator() throws(Failure) -> ActuatorModel? {
    let given = try options("actuator")
    guard !given.members.isEmpty else { return nil }
    let name = try given.text("model") ?? ""
    guard var model = ActuatorModel.named(name) else {
      let names = ActuatorModel.names.joined(separator: ", ")
      throw Failure("actuator.model is \"\(name)\", expected one of \(names)")
    }
    for (field, value) in given.members.inOrder(by: { $0.key < $1.key }) where field != "model" {
      guard let number = value.number, let changed = model.setting(field, to: number) else {
        throw Failure("actuator.\(field) is not a number of \(name)")
      }
      model = changed
    }
    return model
  }
}
