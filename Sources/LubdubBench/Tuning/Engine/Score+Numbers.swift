extension Score {
  /// How many numbers a score has.
  static let width = fields.count

  /// Its numbers, in the order of `fields`.
  package var numbers: [Double] {
    var numbers = [
      samples, answered, squaredError, squaredLogRatio, signals, truthSum, answerSum,
      truthSquares, products, wrongTime, totalTime, trueChanges, falseChanges, missedChanges, delay,
      intervalError, beats, contacts, contactsWithin1s,
      contactsWithin2s, acquisitionTime, acquisitions, restTime, restChanges, beatTime, beatError,
      oneSidedTime,
    ]
    for edge in edges {
      numbers += [edge.trueChanges, edge.falseChanges, edge.missedChanges, edge.delay]
    }
    return numbers
  }

  /// A score of its numbers; `nil` for another count of them, and where they are not known.
  package init?(numbers: [Double]) {
    guard numbers.count == Self.width, !numbers[0].isNaN else { return nil }
    self.init()
    samples = numbers[0]
    answered = numbers[1]
    squaredError = numbers[2]
    squaredLogRatio = numbers[3]
    signals = numbers[4]
    truthSum = numbers[5]
    answerSum = numbers[6]
    truthSquares = numbers[7]
    products = numbers[8]
    wrongTime = numbers[9]
    totalTime = numbers[10]
    trueChanges = numbers[11]
    falseChanges = numbers[12]
    missedChanges = numbers[13]
    delay = numbers[14]
    intervalError = numbers[15]
    beats = numbers[16]
    contacts = numbers[17]
    contactsWithin1s = numbers[18]
    contactsWithin2s = numbers[19]
    acquisitionTime = numbers[20]
    acquisitions = numbers[21]
    restTime = numbers[22]
    restChanges = numbers[23]
    beatTime = numbers[24]
    beatError = numbers[25]
    oneSidedTime = numbers[26]
    for (edge, place) in zip(edges.indices, stride(from: 27, to: Self.width, by: 4)) {
      edges[edge].trueChanges = numbers[place]
      edges[edge].falseChanges = numbers[place + 1]
      edges[edge].missedChanges = numbers[place + 2]
      edges[edge].delay = numbers[place + 3]
    }
  }
}
