extension Configuration {
  /// What is known of the pair when a session begins. Nothing that is `nil` changes a setting of signal strength.
  public var learned: LearnedLink {
    get {
      let signal = ranging.signal
      let isOwn = signal.trust == .thisLink
      return LearnedLink(
        contactLevel: ranging.range.contactLevel, rangeDeviation: ranging.range.rangeDeviation,
        referencePower: isOwn ? signal.pathLoss.referencePower : nil,
        powerDeviation: isOwn ? signal.powerDeviation : nil)
    }
    set {
      ranging.range.contactLevel = newValue.contactLevel
      ranging.range.rangeDeviation = newValue.rangeDeviation
      guard let power = newValue.referencePower else { return }
      ranging.signal.pathLoss.referencePower = power
      ranging.signal.powerDeviation = newValue.powerDeviation
      ranging.signal.trust = .thisLink
    }
  }
}
