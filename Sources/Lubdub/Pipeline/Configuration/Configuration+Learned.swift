extension Configuration {
  /// The knowledge about the pair at the start of a session. A value of `nil` changes no setting.
  public var learned: LearnedLink {
    get {
      var learned = LearnedLink(
        contactLevel: ranging.range.contactLevel, rangeDeviation: ranging.range.rangeDeviation)
      learned.take(ranging.signal)
      return learned
    }
    set {
      let range = ranging.range
      ranging.range.contactLevel = newValue.contactLevel ?? range.contactLevel
      ranging.range.rangeDeviation = newValue.rangeDeviation ?? range.rangeDeviation
      guard let power = newValue.referencePower else { return }
      let exponent = newValue.exponent ?? ranging.signal.pathLoss.exponent
      ranging.signal.pathLoss = PathLoss(referencePower: power, exponent: exponent)
      ranging.signal.powerDeviation = newValue.powerDeviation
      ranging.signal.trust = .thisLink
    }
  }
}
