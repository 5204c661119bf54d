internal import Lubdub
internal import LubdubGround
internal import LubdubTraces
internal import RealModule

/// The line protocol between a tuner and an engine: one JSON object a line. docs/clusters.md has it.
package enum UnitLines {
  /// The version of the protocol.
  package static let version = 2

  /// The first line: what both ends must agree on.
  static func hello(_ task: TuningTask, version tool: String) -> JSONValue {
    [
      "protocol": .number(Double(version)), "version": .string(tool),
      "fingerprint": .string(arithmeticFingerprint),
      "recordings": .number(Double(task.recordings.count)),
    ]
  }

  /// The recordings of a shard, as the CSV that every reader gives the same rows of. Names of links are left out: no
  /// score depends on them.
  static func shard(_ number: Int, _ recordings: some Collection<Recording>) -> JSONValue {
    let list = recordings.map { recording -> JSONValue in
      [
        "name": .string("\(recording.dataset)/\(recording.name)"),
        "rows": .number(Double(recording.records.count)),
        "csv": .string(String(decoding: TraceWriter.encode(recording.records), as: UTF8.self)),
      ]
    }
    return ["shard": .number(Double(number)), "recordings": .array(list)]
  }

  /// A unit of work.
  ///
  /// - Parameters:
  ///   - number: The number that the answer has, too.
  ///   - shard: The shard.
  ///   - candidates: Settings that differ from the default preset.
  ///   - runs: Places in the shard, with calibrations and places among the candidates.
  /// - Returns: The line.
  static func unit(
    _ number: Int, shard: Int, candidates: [JSONValue],
    runs: [(place: Int, calibration: JSONValue, candidates: [Int])]
  ) -> JSONValue {
    let list = runs.map { run -> JSONValue in
      let candidates = run.candidates.map { JSONValue.number(Double($0)) }
      return .array([.number(Double(run.place)), run.calibration, .array(candidates)])
    }
    return [
      "unit": .number(Double(number)), "shard": .number(Double(shard)),
      "candidates": .array(candidates), "runs": .array(list),
    ]
  }

  /// The settings that differ from the default preset, by dotted key.
  ///
  /// - Returns: `nil` when settings as text do not give the configuration back.
  static func settings(of configuration: Configuration) -> JSONValue? {
    let changed = zip(Configuration.settings, standard).compactMap { setting, value in
      let own = setting.value(in: configuration)
      return own == value ? nil : (setting.key, JSONValue(own))
    }
    let value = JSONValue(members: changed)
    let back = try? SettingsJSON.decode(
      value, source: "a unit", vocabulary: .workbench)
    return back == configuration ? value : nil
  }

  private static let standard = Configuration.settings.map {
    $0.value(in: Preset.default.configuration)
  }

  /// The scores of an answer: the numbers of each, as base64 of doubles whose first byte is the lowest.
  ///
  /// - Returns: `nil` for what is not exactly so many scores; `nil` inside for settings that contradict each
  ///   other.
  static func scores(_ text: String, count: Int) -> [Score?]? {
    let width = Score.width
    guard let bytes = Base64.decode(text), bytes.count == 8 * width * count else { return nil }
    return bytes.withUnsafeBytes { bytes in
      (0..<count).map { place in
        Score(
          numbers: (0..<width).map { column in
            let bits = bytes.loadUnaligned(
              fromByteOffset: 8 * (place * width + column), as: UInt64.self)
            return Double(bitPattern: UInt64(littleEndian: bits))
          })
      }
    }
  }

  /// The scores of an answer as text.
  package static func text(of scores: [Score?]) -> String {
    let missing = [Double](repeating: .nan, count: Score.width)
    var numbers: [UInt64] = []
    numbers.reserveCapacity(scores.count * Score.width)
    for score in scores {
      for number in score?.numbers ?? missing { numbers.append(number.bitPattern.littleEndian) }
    }
    return numbers.withUnsafeBytes { Base64.encode($0) }
  }
}

/// A fingerprint of the elementary functions of this machine: where it differs from that of another, the last
/// digits of scores may, too.
public let arithmeticFingerprint: String = {
  var hash = FNV1a()
  for step in 1...256 {
    let x = Double(step) * 0.0371
    let values = [
      Double.exp(-x), .log(x), .log2(x), .log10(x), .pow(x, 1.7), .sin(x), .cos(x), .atan(x),
      .expMinusOne(-x), .log(onePlus: x), x.squareRoot(), .tanh(x), .erf(x),
    ]
    for value in values { hash.combine(value.bitPattern) }
  }
  return String(hash.value, radix: 16)
}()
