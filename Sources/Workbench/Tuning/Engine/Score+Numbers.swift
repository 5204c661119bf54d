extension Score {
  /// How many numbers a score has.
  static let width = fields.count

  /// Its numbers, in the order of `fields`.
  package var numbers: [Double] {
    var numbers = [
      samples, answered, squaredError, squaredLogRatio, wrongTime, totalTime, trueChanges,
      falseChanges, missedChanges, delay, intervalError, beats, contacts, contactsWithin1s,
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
    wrongTime = numbers[4]
    totalTime = numbers[5]
    trueChanges = numbers[6]
    falseChanges = numbers[7]
    missedChanges = numbers[8]
    delay = numbers[9]
    intervalError = numbers[10]
    beats = numbers[11]
    contacts = numbers[12]
    contactsWithin1s = numbers[13]
    contactsWithin2s = numbers[14]
    acquisitionTime = numbers[15]
    acquisitions = numbers[16]
    restTime = numbers[17]
    restChanges = numbers[18]
    beatTime = numbers[19]
    beatError = numbers[20]
    oneSidedTime = numbers[21]
    for (edge, place) in zip(edges.indices, stride(from: 22, to: Self.width, by: 4)) {
      edges[edge].trueChanges = numbers[place]
      edges[edge].falseChanges = numbers[place + 1]
      edges[edge].missedChanges = numbers[place + 2]
      edges[edge].delay = numbers[place + 3]
    }
  }
}
