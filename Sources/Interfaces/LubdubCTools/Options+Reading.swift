import ExtraLogs
internal import JSON
internal import LubdubC
internal import Quantities
internal import DeviceLogs
internal import Traces

extension Options {
  /// How traces are read.
  ///
  /// - Throws: `Failure` for a member that is not as described.
  func reading() throws(Failure) -> ReadOptions {
    var options = ReadOptions(formats: .all)
    options.format = try text("format")
    options.peer = try text("peer")
    options.recording = try text("recording")
    options.recordingColumns = ReadOptions.usualRecordingColumns
    options.strict = try flag("strict") ?? false
    options.reorderingWindow = try number("reorder", "seconds above 0") { $0 > 0 && $0.isFinite }
      .map { Seconds($0) }
    options.period = try number("rate", "hertz from 1e-6 to 1e9") { (1e-6...1e9).contains($0) }
      .map { Seconds(1 / $0) }
    let usesComma = try flag("decimalComma") ?? false
    guard let mapping = try text("columns") else {
      if usesComma { options.columns = .tidyWithDecimalComma }
      return options
    }
    do throws(ColumnMapping.Fault) {
      options.columns = try ColumnMapping(mapping)
      options.columns?.usesDecimalComma = usesComma
    } catch {
      throw Failure(Status.badArgument, "columns: \(error.description)")
    }
    return options
  }

  /// The text of a member; `nil` where it is left out or null.
  ///
  /// - Throws: `Failure` for anything else.
  func text(_ name: String) throws(Failure) -> String? {
    guard let value = members[name], value != .null else { return nil }
    guard let text = value.string else {
      throw Failure(Status.badArgument, "\(name) is no text")
    }
    return text
  }

  /// The truth value of a member; `nil` where it is left out or null.
  ///
  /// - Throws: `Failure` for anything else.
  func flag(_ name: String) throws(Failure) -> Bool? {
    guard let value = members[name], value != .null else { return nil }
    guard let flag = value.bool else {
      throw Failure(Status.badArgument, "\(name) is neither true nor false")
    }
    return flag
  }

  /// The number of a member; `nil` where it is left out or null.
  ///
  /// - Parameters:
  ///   - name: The member.
  ///   - rule: What is expected, in words.
  ///   - isValid: Whether a number is that.
  /// - Returns: The number.
  /// - Throws: `Failure` for anything else.
  func number(
    _ name: String, _ rule: String, _ isValid: (Double) -> Bool
  ) throws(Failure) -> Double? {
    guard let value = members[name], value != .null else { return nil }
    guard let number = value.number, isValid(number) else {
      throw Failure(Status.badArgument, "\(name) is \(value.text), expected \(rule)")
    }
    return number
  }

  /// The whole number of a member; `nil` where it is left out or null.
  ///
  /// - Throws: `Failure` for anything else, or one out of range.
  func count(_ name: String, _ range: ClosedRange<Int>) throws(Failure) -> Int? {
    let rule = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return try number(name, rule) { Int(exactly: $0).map { range.contains($0) } ?? false }
      .map { Int($0) }
  }

  /// The options inside a member; none where it is left out.
  ///
  /// - Throws: `Failure` for what is not an object.
  func options(_ name: String) throws(Failure) -> Options {
    guard let value = members[name], value != .null else { return Options(members: [:]) }
    guard let members = value.object else {
      throw Failure(Status.badArgument, "\(name) is no object")
    }
    return Options(members: members)
  }

  /// The texts of a member; none where it is left out.
  ///
  /// - Throws: `Failure` for what is not a list of texts.
  func texts(_ name: String) throws(Failure) -> [String] {
    guard let value = members[name], value != .null else { return [] }
    let texts = value.array?.compactMap { $0.string }
    guard let texts, texts.count == value.array?.count else {
      throw Failure(Status.badArgument, "\(name) is no list of texts")
    }
    return texts
  }
}

extension JSONValue {
  /// The value as it is written.
  fileprivate var text: String {
    String(decoding: JSONWriter.encode(self, lineLength: nil), as: UTF8.self)
      .split(separator: "\n").joined(separator: " ")
  }
}
