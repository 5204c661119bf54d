#if canImport(CoreHaptics)
public import Foundation
import Lubdub
import LubdubSupport

/// Writes the beats that a `HapticPlayer` planned, passed to the engine, and played, as JSON lines that `lubdub check`
/// reads: times of the engine's clock, the model of the device, and its system, without names.
///
/// A minute at 72 beats per minute takes about 15 kB. Share the file from the app.
@MainActor public final class HapticLog {
  /// The number of lines that could not be written, for example because the disk is full.
  public var lost: Int { file.lost }

  private let file: LineFile
  private var peers: [String: Int] = [:]

  /// A step of a beat from the plan to its end.
  enum Step: String {
    case planned, handed, refused, cancelled, played
  }

  /// Creates a log.
  ///
  /// - Parameter url: The file; its contents are overwritten.
  /// - Throws: An error if the file cannot be written.
  public init(writingTo url: URL) throws {
    file = try LineFile(writingTo: url)
    write(["format": "lubdub-felt", "device": .string(Self.device)])
  }

  /// Adds the step of a beat at a time of the engine's clock. A plan has the time `due`; a played beat has its duration.
  func add(
    _ step: Step, _ beat: String, at time: Double, due: Double? = nil, duration: Double? = nil
  ) {
    var members: [String: JSONValue] = [
      "beat": .string(beat), "event": .string(step.rawValue), "t_s": Self.seconds(time),
    ]
    members["due_s"] = due.map { Self.seconds($0) }
    members["duration_s"] = duration.map { Self.seconds($0) }
    write(members)
  }

  /// Adds whether the engine runs.
  func add(engine state: String, at time: Double) {
    write(["event": "engine", "state": .string(state), "t_s": Self.seconds(time)])
  }

  /// The name of a beat in the log; peers are numbered in their order.
  func name(of beat: Beat.ID, _ peer: String?) -> String {
    let name = "\(beat.plan).\(beat.index)"
    guard let peer else { return name }
    let number = peers[peer, default: peers.count + 1]
    peers[peer] = number
    return "\(number):\(name)"
  }

  private func write(_ members: [String: JSONValue]) {
    file.write(JSONWriter.encode(.object(members), lineLength: nil))
  }

  /// The time in seconds, rounded to whole microseconds.
  private static func seconds(_ time: Double) -> JSONValue { .number((time * 1e6).rounded() / 1e6) }

  private static var device: String {
    var system = utsname()
    uname(&system)
    let model = withUnsafeBytes(of: &system.machine) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    return "\(model), \(ProcessInfo.processInfo.operatingSystemVersionString)"
  }
}
#endif
