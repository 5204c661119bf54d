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
    for (field, number) in zip(Self.fields, numbers) { self[keyPath: field.path] = number }
  }
}
