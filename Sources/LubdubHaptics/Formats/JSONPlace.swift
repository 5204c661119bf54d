struct JSONPlace {
  let value: JSONValue
  let path: String

  init(_ value: JSONValue, path: String = "$") { (self.value, self.path) = (value, path) }

  static func parse(_ bytes: [UInt8], _ log: inout ReadingLog) -> JSONPlace? {
    do throws(JSONError) {
      return JSONPlace(try JSONParser.parse(bytes))
    } catch {
      return log.fail(
        "json-syntax", at: "line \(error.line), column \(error.column)",
        "this is not JSON: \(error.rule)")
    }
  }

  /// Reads a document like Apple's reader: a comma before `]` or `}` gives only a warning.
  static func parseTolerant(_ bytes: [UInt8], _ log: inout ReadingLog) -> JSONPlace? {
    var strict = ReadingLog()
    if let place = parse(bytes, &strict) { return place }
    guard let value = try? JSONParser.parse(bytes, allowsTrailingCommas: true) else {
      log.add(strict)
      return nil
    }
    log.warn(
      "trailing-comma", at: strict.findings.first?.place,
      "a comma comes before a closing bracket; Apple's reader accepts it, JSON does not",
      cure: "remove the comma")
    return JSONPlace(value)
  }

  subscript(name: String) -> JSONPlace? {
    value[name].map { JSONPlace($0, path: "\(path).\(name)") }
  }

  var elements: [JSONPlace]? {
    value.array?.enumerated().map { JSONPlace($0.element, path: "\(path)[\($0.offset)]") }
  }

  func elements(_ name: String) -> [JSONPlace] { self[name]?.elements ?? [] }

  func number(_ name: String) -> Double? { value[name]?.number }

  func string(_ name: String) -> String? { value[name]?.string }

  func requireObject(_ what: String, _ log: inout ReadingLog) -> Bool {
    if value.object != nil { return true }
    log.fail("wrong-type", at: path, "\(what) must be an object")
    return false
  }

  private func require(_ name: String, _ log: inout ReadingLog) -> JSONPlace? {
    if let member = self[name] { return member }
    return log.fail("missing-member", at: path, "the member \"\(name)\" is missing")
  }

  func array(_ name: String, _ log: inout ReadingLog) -> [JSONPlace]? {
    guard let member = require(name, &log) else { return nil }
    guard let elements = member.elements else {
      return log.fail("wrong-type", at: member.path, "\"\(name)\" must be an array")
    }
    return elements
  }

  func number(
    _ name: String, in range: ClosedRange<Double>, rule: String = "value-range",
    _ log: inout ReadingLog
  ) -> Double? {
    guard let member = require(name, &log) else { return nil }
    guard let number = member.value.number else {
      return log.fail("wrong-type", at: member.path, "\"\(name)\" must be a number")
    }
    guard range.contains(number) else {
      let limit =
        range.upperBound == .infinity
        ? "at least \(range.lowerBound)" : "in \(range.lowerBound)...\(range.upperBound)"
      return log.fail(rule, at: member.path, "\"\(name)\" is \(number), must be \(limit)")
    }
    return number == 0 ? 0 : number
  }

  /// Notes members with unknown names at any depth; metadata can have members of any name.
  func checkNames(_ names: String, _ log: inout ReadingLog) {
    // A page plays files; the tool checks them.
    #if !hasFeature(Embedded)
    let known = names.split(separator: " ").map(String.init)
    func look(_ value: JSONValue, _ path: () -> String) {
      for (index, element) in (value.array ?? []).enumerated() {
        look(element) { "\(path())[\(index)]" }
      }
      for (name, member) in (value.object ?? [:]).inOrder(by: { $0.key < $1.key }) {
        if !known.contains(name) {
          log.noteUnknown(name, known.filter { value[$0] == nil }, at: "\(path()).\(name)")
        } else if name.lowercased() != "metadata" {
          look(member) { "\(path()).\(name)" }
        }
      }
    }
    look(value) { path }
    #endif
  }

  /// Notes unknown members of this object. `words` are all words of the format; `isPlayed` is true if all known members are
  /// played.
  func checkNames(
    _ known: [String], of words: String, isPlayed: Bool = false, _ log: inout ReadingLog
  ) {
    #if !hasFeature(Embedded)
    for name in (value.object ?? [:]).keys.filter({ !known.contains($0) }).inOrder() {
      let others = words.split(separator: " ").map(String.init)
      log.noteUnknown(name, others, isPlayed: isPlayed, at: "\(path).\(name)")
    }
    #endif
  }
}
