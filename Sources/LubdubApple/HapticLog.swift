#if canImport(CoreHaptics)
public import Foundation
import Lubdub
import LubdubSupport

/// Writes the beats that a `HapticPlayer` planned, handed over, and played, as JSON lines that `lubdub check` reads: times of
/// the engine's clock, the model of the device, its system, and no names.
///
/// A minute at 72 beats takes about 15 kB. Share the file from the app.
@MainActor public final class HapticLog {
  /// Lines that could not be written, as where the disk is full.
  public var lost: Int { file.lost }

  private let file: LineFile
  private var peers: [String: Int] = [:]

  /// A step of a beat on its way to the hand.
  enum Step: String {
    case planned, handed, refused, cancelled, played
  }

  /// A log.
  ///
  /// - Parameter url: The file; what is in it is overwritten.
  /// - Throws: Where the file cannot be written.
  public init(writingTo url: URL) throws {
    file = try LineFile(writingTo: url)
    write(["format": "lubdub-felt", "device": .string(Self.device)])
  }

  /// The step of a beat at a time of the engine's clock. A plan has the time `due`; a beat that was played, how long it lasts.
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

  /// The engine runs, or does not.
  func add(engine state: String, at time: Double) {
    write(["event": "engine", "state": .string(state), "t_s": Self.seconds(time)])
  }

  /// The name of a beat in the log; peers have the numbers of their order.
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

  /// Whole microseconds.
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
