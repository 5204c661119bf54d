/// The comma of times such as `02:27:16,512` of asctime and Python, in rows whose fields are separated by commas.
enum TimeComma {
  static func joined(_ fields: [Range<Int>], in line: LogText) -> [Range<Int>] {
    guard
      let place = fields.indices.dropLast().first(where: { place in
        line[fields[place + 1]].count == 3 && line[fields[place + 1]].unsignedInteger != nil
          && isTime(line[fields[place]])
      })
    else { return fields }
    var joined = fields
    joined[place] = fields[place].lowerBound..<fields[place + 1].upperBound
    joined.remove(at: place + 1)
    return joined
  }

  private static func isTime(_ text: LogText) -> Bool {
    let parts = text.suffix(8).parts(separatedBy: ":")
    return parts.count == 3 && parts.allSatisfy { $0.count == 2 && $0.unsignedInteger != nil }
  }
}
