extension DistanceEstimate {
  /// Whether the estimate may decide: not while it waits for confirmation, and not if it is only predicted.
  @inline(__always) package var isTrusted: Bool { status == .tracking || status == .fallback }

  @inline(__always) var isUsable: Bool {
    time.isFinite && distance.value >= 0 && shortTermDeviation >= 0
      && shortTermDeviation < .infinity && velocity?.isFinite != false
  }
}
