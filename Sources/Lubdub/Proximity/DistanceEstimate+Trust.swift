extension DistanceEstimate {
  /// Whether it may decide: not while it waits to be confirmed, and not when it is only predicted.
  package var isTrusted: Bool { status == .tracking || status == .fallback }

  var isUsable: Bool {
    time.isFinite && distance.value >= 0 && shortTermDeviation.isFinite && shortTermDeviation >= 0
      && velocity?.isFinite != false
  }
}
