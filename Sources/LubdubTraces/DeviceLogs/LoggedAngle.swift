extension AngleUnit {
  func angle(in text: LogText?) -> Degrees? {
    guard let text, !text.isMissingValue, !text.equalsIgnoringCase("nan") else { return nil }
    return angle(text.decimal ?? .nan)
  }

  func angle(in value: JSONValue?) -> Degrees? {
    guard let value, !value.isMissingValue else { return nil }
    return angle(value.decimal ?? .nan)
  }
}
