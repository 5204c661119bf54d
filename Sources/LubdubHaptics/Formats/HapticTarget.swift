/// A target for patterns that lacks a feature which every pattern uses.
public enum HapticTarget: String, Sendable, Hashable, CaseIterable {
  /// Android's waveforms: steps of an amplitude on one actuator.
  case android
  /// Vests and sleeves of bHaptics: dots of at least 50 ms in frames of 20 ms.
  case bhaptics
  /// Razer's `.haps`: taps without a tone.
  case razer
  /// `navigator.vibrate`: on and off.
  case web

  /// The losses that a file for the target cannot avoid.
  public var unavoidable: Set<LossReport.Loss> {
    switch self {
    case .android: [.droppedSharpness, .mergedChannels, .pulse]
    case .bhaptics: [.droppedSharpness, .pulse, .roundedTime]
    case .razer: [.droppedSharpness]
    case .web:
      [
        .droppedSharpness, .droppedIntensity, .droppedSilence, .mergedChannels, .pulse,
        .amplitudeDifference,
      ]
    }
  }
}
