extension Score {
  /// The scores as Base64 of little-endian doubles, with NaN for unknown scores.
  package static func text(of scores: [Score?]) -> String {
    let numbers = scores.flatMap { score in
      fields.map { (score?[keyPath: $0] ?? .nan).bitPattern.littleEndian }
    }
    return numbers.withUnsafeBytes { Base64.encode($0) }
  }

  static func list(of answer: JSONValue, count: Int) throws(TuningHostError) -> [Score?] {
    let width = fields.count
    let bytes = Base64.decode(answer["scores"]?.string ?? "") ?? []
    guard bytes.count == 8 * width * count else {
      throw TuningHostError("an answer does not have \(count) scores")
    }
    return bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 8 * width).map { start in
        var score = Score()
        for (column, field) in fields.enumerated() {
          let bits = bytes.loadUnaligned(fromByteOffset: start + 8 * column, as: UInt64.self)
          score[keyPath: field] = Double(bitPattern: UInt64(littleEndian: bits))
        }
        return score.samples.isNaN ? nil : score
      }
    }
  }
}
