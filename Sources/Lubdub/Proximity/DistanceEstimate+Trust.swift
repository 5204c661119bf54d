extension DistanceEstimate {
  /// Whether it may decide: not while it waits to be confirmed, and not when it is only predicted.
  @inline(__always) package var isTrusted: Bool { status == .tracking || status == .fallback }

  @inline(__always) var isUsable: Bool {
    time.isFinite && distance.value >= 0 && shortTermDeviation >= 0
      && shortTermDeviation < .infinity && velocity?.isFinite != false
  }
}
