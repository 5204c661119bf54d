internal import Baselines
public import CanonicalJSON
internal import Evaluation
internal import Lubdub
internal import RealModule
internal import Settings
internal import TraceReading

/// The line protocol between a tuner and an engine: one JSON object a line. docs/clusters.md has it.
public enum UnitLines {
  /// The version of the protocol.
  public static let version = 1
  /// The most runs of a unit.
  public static let unitSize = 32

  /// The first line: what both ends must agree on.
  public static func hello(_ task: TuningTask, version tool: String) -> JSONValue {
    [
      "protocol": .number(Double(version)), "version": .string(tool),
      "fingerprint": .string(arithmeticFingerprint),
      "recordings": .number(Double(task.recordings.count)),
    ]
  }

  /// A recording of a task, as the CSV that every reader gives the same rows of.
  public static func recording(_ index: Int, of task: TuningTask) -> JSONValue {
    let recording = task.recordings[index]
    return [
      "recording": .number(Double(index)),
      "name": .string("\(recording.dataset)/\(recording.name)"),
      "rows": .number(Double(recording.records.count)),
      "csv": .string(String(decoding: TraceWriter.encode(recording.records), as: UTF8.self)),
    ]
  }

  /// A unit of work.
  ///
  /// - Parameters:
  ///   - number: The number that the answer has, too.
  ///   - runs: What to run.
  /// - Returns: The line; `nil` when settings as text do not give one of the configurations.
  public static func unit(_ number: Int, _ runs: [TuningRun]) -> JSONValue? {
    var list: [JSONValue] = []
    for run in runs {
      guard let settings = settings(of: run.configuration) else { return nil }
      list.append([.number(Double(run.recording)), settings])
    }
    return ["unit": .number(Double(number)), "runs": .array(list)]
  }

  /// The settings that differ from the default preset, by dotted key.
  private static func settings(of configuration: Configuration) -> JSONValue? {
    let standard = Preset.default.configuration
    let changed = Configuration.settings.filter {
      $0.value(in: configuration) != $0.value(in: standard)
    }
    let value = JSONValue(
      members: changed.map { ($0.key, JSONValue($0.value(in: configuration))) })
    let back = try? SettingsJSON.decode(
      value, source: "a unit", estimators: EstimatorKind.all)
    return back == configuration ? value : nil
  }

  /// The scores of an answer.
  ///
  /// - Parameter answer: The line, which has `unit` and `scores`: a list of numbers a run, or null.
  /// - Returns: One score a run, `nil` inside for settings that contradict each other; `nil` for what is
  ///   no such answer.
  public static func scores(_ answer: JSONValue) -> [Score?]? {
    guard let list = answer["scores"]?.array else { return nil }
    var scores: [Score?] = []
    for entry in list {
      guard entry != .null else {
        scores.append(nil)
        continue
      }
      guard let score = Score(numbers: entry.array?.compactMap { $0.number } ?? []) else {
        return nil
      }
      scores.append(score)
    }
    return scores
  }
}

extension Score {
  /// Its numbers, in the order in which they are stored.
  package var numbers: [Double] { Self.fields.map { self[keyPath: $0.path] } }

  /// A score of its numbers; `nil` for another count of them.
  package init?(numbers: [Double]) {
    guard numbers.count == Self.fields.count else { return nil }
    self.init()
    for (field, number) in zip(Self.fields, numbers) { self[keyPath: field.path] = number }
  }
}

/// A fingerprint of the elementary functions of this machine: where it differs from that of another, the last
/// digits of scores may, too.
public let arithmeticFingerprint: String = {
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  for step in 1...256 {
    let x = Double(step) * 0.0371
    let values = [
      Double.exp(-x), .log(x), .log2(x), .log10(x), .pow(x, 1.7), .sin(x), .cos(x), .atan(x),
      .expMinusOne(-x), .log(onePlus: x), x.squareRoot(), .tanh(x), .erf(x),
    ]
    for value in values { hash = (hash ^ value.bitPattern) &* 0x100_0000_01B3 }
  }
  return String(hash, radix: 16)
}()
