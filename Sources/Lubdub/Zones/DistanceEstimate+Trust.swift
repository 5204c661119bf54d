extension DistanceEstimate {
  /// Whether the estimate is allowed to decide: an unconfirmed or only predicted estimate is not.
  @inline(__always) package var isTrusted: Bool { status == .tracking || status == .fallback }

  @inline(__always) var isUsable: Bool {
    time.isFinite && distance.value >= 0 && shortTermDeviation >= 0
      && shortTermDeviation < .infinity && velocity?.isFinite != false
  }
}
