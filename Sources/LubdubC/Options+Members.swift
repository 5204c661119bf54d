extension Options {
  init(
    _ text: UnsafePointer<CChar>?, _ length: Int, only known: [String]
  ) throws(Failure) {
    try self.init(text, length)
    try requireOnly(known)
  }

  func requireOnly(_ known: [String]) throws(Failure) {
    guard let stranger = members.keys.inOrder().first(where: { !known.contains($0) }) else {
      return
    }
    let list = known.isEmpty ? "it has no options" : "there are \(known.joined(separator: ", "))"
    throw Failure("\(stranger) is not an option of this call; \(list)")
  }

  package func text(_ name: String) throws(Failure) -> String? {
    guard let value = members[name], !value.isNull else { return nil }
    guard let text = value.string else { throw Failure("\(name) is not a text") }
    return text
  }

  /// Returns the word of a member, one of several choices; `nil` if the member is absent or null.
  package func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String
  ) throws(Failure) -> Choice? where Choice.RawValue == String {
    guard let word = try text(name) else { return nil }
    guard let choice = Choice(rawValue: word) else {
      let words = Choice.allCases.map { $0.rawValue }.joined(separator: ", ")
      throw Failure("\(name) is \"\(word)\", expected one of \(words)")
    }
    return choice
  }

  package func flag(_ name: String) throws(Failure) -> Bool? {
    guard let value = members[name], !value.isNull else { return nil }
    guard let flag = value.bool else { throw Failure("\(name) is neither true nor false") }
    return flag
  }

  package func number(
    _ name: String, _ rule: String, _ isValid: (Double) -> Bool
  ) throws(Failure) -> Double? {
    guard let value = members[name], !value.isNull else { return nil }
    guard let number = value.number, isValid(number) else {
      throw Failure("\(name) is \(value.text), expected \(rule)")
    }
    return number
  }

  package func count(_ name: String, _ range: ClosedRange<Int>) throws(Failure) -> Int? {
    let rule = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return try number(name, rule) { Int(exactly: $0).map { range.contains($0) } ?? false }
      .map { Int($0) }
  }

  package func options(_ name: String) throws(Failure) -> Options {
    guard let value = members[name], !value.isNull else { return Options(members: [:]) }
    guard let members = value.object else { throw Failure("\(name) is not an object") }
    return Options(members: members)
  }

  package func texts(_ name: String) throws(Failure) -> [String] {
    guard let value = members[name], !value.isNull else { return [] }
    let texts = value.array?.compactMap { $0.string }
    guard let texts, texts.count == value.array?.count else {
      throw Failure("\(name) is not a list of texts")
    }
    return texts
  }
}

extension JSONValue {
  fileprivate var text: String {
    String(decoding: JSONWriter.encode(self, lineLength: nil), as: UTF8.self)
      .split(separator: "\n").joined(separator: " ")
  }
}
