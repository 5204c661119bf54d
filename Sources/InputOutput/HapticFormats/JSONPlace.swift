internal import JSON

/// A value in a JSON document together with its path, for findings.
struct JSONPlace {
  let value: JSONValue
  let path: String

  init(_ value: JSONValue, path: String = "$") {
    self.value = value
    self.path = path
  }

  /// The member of that name; `nil` when there is none or this is no object.
  subscript(name: String) -> JSONPlace? {
    value[name].map { JSONPlace($0, path: "\(path).\(name)") }
  }

  /// The elements; `nil` when this is no array.
  var elements: [JSONPlace]? {
    value.array?.enumerated().map { JSONPlace($0.element, path: "\(path)[\($0.offset)]") }
  }

  /// Reads a document; a fault becomes a finding.
  static func parse(_ bytes: [UInt8], findings: inout [Finding]) -> JSONPlace? {
    do throws(JSONError) {
      return JSONPlace(try JSONParser.parse(bytes))
    } catch {
      findings.append(
        Finding(
          .error, rule: "json-syntax", at: "line \(error.line), column \(error.column)",
          "this is not JSON: \(error.rule)"))
      return nil
    }
  }

  /// Reads a document as Apple's reader does: a comma before `]` or `}` is told as a warning.
  static func parseTolerant(_ bytes: [UInt8], findings: inout [Finding]) -> JSONPlace? {
    var strict: [Finding] = []
    if let place = parse(bytes, findings: &strict) { return place }
    guard let value = try? JSONParser.parse(bytes, allowsTrailingCommas: true) else {
      findings += strict
      return nil
    }
    findings.append(
      Finding(
        .warning, rule: "trailing-comma", at: strict.first?.place,
        "a comma stands before a closing bracket; Apple's reader takes it, JSON does not",
        cure: "remove the comma"))
    return JSONPlace(value)
  }

  /// Tells members that are not known, each as a warning.
  ///
  /// - Returns: How many there are.
  func warnUnknown(besides known: [String], findings: inout [Finding]) -> Int {
    let unknown = (value.object ?? [:]).keys.filter { !known.contains($0) }.sorted()
    for name in unknown {
      let near = known.first { $0.lowercased().hasPrefix(name.lowercased().dropLast(1)) }
      findings.append(
        Finding(
          .warning, rule: "unknown-key", at: "\(path).\(name)",
          "the key \"\(name)\" is not known and is ignored",
          cure: near.map { "did you mean \"\($0)\"?" }))
    }
    return unknown.count
  }

  /// The object itself, or a finding.
  func requireObject(_ what: String, findings: inout [Finding]) -> Bool {
    if value.object != nil { return true }
    findings.append(
      Finding(.error, rule: "wrong-type", at: path, "\(what) must be an object"))
    return false
  }

  /// A member's elements; a finding when it is missing or no array.
  func array(_ name: String, findings: inout [Finding]) -> [JSONPlace]? {
    guard let member = self[name] else {
      findings.append(
        Finding(.error, rule: "missing-member", at: path, "the member \"\(name)\" is missing"))
      return nil
    }
    guard let elements = member.elements else {
      findings.append(
        Finding(.error, rule: "wrong-type", at: member.path, "\"\(name)\" must be an array"))
      return nil
    }
    return elements
  }

  /// A member's number; a finding when it is missing, no number or outside the range.
  func number(
    _ name: String, in range: ClosedRange<Double>, rule: String = "value-range",
    findings: inout [Finding]
  ) -> Double? {
    guard let member = self[name] else {
      findings.append(
        Finding(.error, rule: "missing-member", at: path, "the member \"\(name)\" is missing"))
      return nil
    }
    guard let number = member.value.number else {
      findings.append(
        Finding(.error, rule: "wrong-type", at: member.path, "\"\(name)\" must be a number"))
      return nil
    }
    guard range.contains(number) else {
      let limit =
        range.upperBound == .infinity
        ? "at least \(range.lowerBound)" : "in \(range.lowerBound)...\(range.upperBound)"
      findings.append(
        Finding(.error, rule: rule, at: member.path, "\"\(name)\" is \(number), must be \(limit)"))
      return nil
    }
    return number == 0 ? 0 : number
  }
}
