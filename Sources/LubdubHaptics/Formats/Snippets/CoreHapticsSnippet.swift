internal import LubdubGround

/// A pattern of AHAP as Swift source for Core Haptics.
///
/// No initialiser of `CHHapticPattern` takes dynamic parameters together with curves. So a parameter, which
/// puts a control back after a curve, becomes a curve of two equal points a tenth of a millisecond apart.
struct CoreHapticsSnippet {
  private var taps: [String] = []
  private var hums: [String] = []
  private var curves: [String] = []

  /// - Parameter bytes: A file that `AHAP` has written.
  init(_ bytes: [UInt8]) {
    guard let root = try? JSONParser.parse(bytes) else { return }
    for entry in root["Pattern"]?.array ?? [] {
      if let event = entry["Event"] { add(event) }
      if let curve = entry["ParameterCurve"] {
        add(curve, points: curve["ParameterCurveControlPoints"])
      }
      if let parameter = entry["Parameter"] { add(parameter, points: nil) }
    }
  }

  private mutating func add(_ event: JSONValue) {
    let values = (event["EventParameters"]?.array ?? []).map { Self.text($0["ParameterValue"]) }
    let levels = values.joined(separator: ", ")
    let time = Self.text(event["Time"])
    if let duration = event["EventDuration"] {
      hums.append("(\(time), \(Self.text(duration)), \(levels))")
    } else {
      taps.append("(\(time), \(levels))")
    }
  }

  private mutating func add(_ control: JSONValue, points: JSONValue?) {
    let name =
      control["ParameterID"]?.string == "HapticIntensityControl"
      ? ".hapticIntensityControl" : ".hapticSharpnessControl"
    var pairs = (points?.array ?? []).map {
      "(\(Self.text($0["Time"])), \(Self.text($0["ParameterValue"])))"
    }
    if let value = control["ParameterValue"] {
      pairs = ["(0, \(Self.text(value)))", "(0.0001, \(Self.text(value)))"]
    }
    curves.append(
      "(\(name), \(Self.text(control["Time"])), [\(pairs.joined(separator: ", "))])")
  }

  private static func text(_ value: JSONValue?) -> String { number(value?.number ?? 0) }

  /// The source text of a type of that name.
  func text(_ type: String) -> String {
    """
    import CoreHaptics

    /// Times in seconds, intensity and sharpness of 0 to 1. Keep it as long as it plays:
    ///
    ///     let haptics = try \(type)()
    ///     try haptics.play()
    final class \(type) {
      private let engine: CHHapticEngine
      private var player: CHHapticPatternPlayer?

      /// Fails where a device has no haptics (`CHHapticEngine.capabilitiesForHardware()`).
      init() throws {
        engine = try CHHapticEngine()
        engine.playsHapticsOnly = true
        // A call, another app or idle time stops the engine; the next `play` starts it again.
        engine.stoppedHandler = { reason in print("haptics stopped: \\(reason.rawValue)") }
        // The haptic server has died: the engine has to be started again, and what played is lost.
        engine.resetHandler = { [weak engine] in try? engine?.start() }
      }

      /// Starts the engine, which does nothing where it runs, and plays from the beginning.
      func play() throws {
        try engine.start()
        player = try engine.makePlayer(with: Self.pattern())
        try player?.start(atTime: CHHapticTimeImmediate)
      }

      /// Stops what plays.
      func stop() throws { try player?.stop(atTime: CHHapticTimeImmediate) }

      static func pattern() throws -> CHHapticPattern {
        let transients = taps.map {
          CHHapticEvent(
            eventType: .hapticTransient, parameters: levels($0.intensity, $0.sharpness),
            relativeTime: $0.time)
        }
        let continuous = hums.map {
          CHHapticEvent(
            eventType: .hapticContinuous, parameters: levels($0.intensity, $0.sharpness),
            relativeTime: $0.time, duration: $0.duration)
        }
        let parameterCurves = curves.map { curve in
          CHHapticParameterCurve(
            parameterID: curve.control,
            controlPoints: curve.points.map {
              CHHapticParameterCurve.ControlPoint(relativeTime: $0.time, value: $0.value)
            },
            relativeTime: curve.time)
        }
        return try CHHapticPattern(
          events: transients + continuous, parameterCurves: parameterCurves)
      }

      private static func levels(_ intensity: Float, _ sharpness: Float) -> [CHHapticEventParameter] {
        [
          CHHapticEventParameter(parameterID: .hapticIntensity, value: intensity),
          CHHapticEventParameter(parameterID: .hapticSharpness, value: sharpness),
        ]
      }

      private static var taps: [(time: Double, intensity: Float, sharpness: Float)] {
        \(Self.list(taps, perRow: 4))
      }

      private static var hums:
        [(time: Double, duration: Double, intensity: Float, sharpness: Float)]
      {
        \(Self.list(hums, perRow: 2))
      }

      private static var curves:
        [(
          control: CHHapticDynamicParameter.ID, time: Double, points: [(time: Double, value: Float)]
        )]
      {
        \(Self.list(curves, perRow: 1))
      }
    }

    """
  }

  private static func list(_ items: [String], perRow: Int) -> String {
    items.isEmpty ? "[]" : "[\n\(Snippet.rows(items, indent: 6, perRow: perRow))\n    ]"
  }
}
