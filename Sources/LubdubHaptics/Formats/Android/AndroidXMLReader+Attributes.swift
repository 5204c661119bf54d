extension AndroidXMLReader {
  mutating func requireName(_ name: String, _ element: XMLElement) -> Bool {
    if element.name == name { return true }
    fail("unknown-element", element.line, "expected <\(name)>, found <\(element.name)>")
    return false
  }

  mutating func allow(_ names: [String], in element: XMLElement, isLeaf: Bool = false) {
    for name in element.attributes.keys.inOrder() where !names.contains(name) {
      fail("unknown-attribute", element.line, "<\(element.name)> has no attribute \"\(name)\"")
    }
    if !element.text.isEmpty {
      fail("unexpected-text", element.line, "<\(element.name)> must not contain text")
    }
    if isLeaf, let child = element.children.first {
      fail("unknown-element", child.line, "<\(element.name)> must not contain elements")
    }
  }

  mutating func required(_ name: String, of element: XMLElement) -> String? {
    guard let text = element.attributes[name] else {
      return fail(
        "missing-attribute", element.line, "<\(element.name)> needs the attribute \"\(name)\"")
    }
    return text
  }

  mutating func integer(_ name: String, of element: XMLElement, atLeast least: Int) -> Int? {
    guard let text = required(name, of: element) else { return nil }
    guard let value = Int(text), value >= least, Double(value) <= AndroidWaveform.longestTiming
    else {
      return fail(
        "duration-range", element.line,
        "\(name) is \"\(text)\", must be a whole number, \(least) to \(number(AndroidWaveform.longestTiming))"
      )
    }
    return value
  }

  mutating func decimal(_ name: String, of element: XMLElement) -> Double? {
    guard let text = required(name, of: element) else { return nil }
    let isDecimal = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte)
    }
    guard isDecimal, let value = Double(text), value.isFinite else {
      return fail("wrong-type", element.line, "\(name) is \"\(text)\", must be a decimal number")
    }
    return value == 0 ? 0 : value
  }

  mutating func unit(_ name: String, of element: XMLElement) -> Double? {
    guard let value = decimal(name, of: element) else { return nil }
    guard (0...1).contains(value) else {
      let rule = name.hasSuffix("harpness") ? "sharpness-range" : "intensity-range"
      return fail(rule, element.line, "\(name) is \(value), must be in 0...1")
    }
    return toPicoUnit(value)
  }

  mutating func frequency(_ name: String, of element: XMLElement) -> Double? {
    guard let value = decimal(name, of: element) else { return nil }
    guard value > 0 else {
      return fail("frequency-range", element.line, "\(name) is \(value), must be above 0")
    }
    return log.sharpness(ofFrequency: value, of: .continuous)
  }
}
