internal import Foundation

final class PCMPlayer: Sendable {
  private let process: Process?
  private let descriptor: FileHandle

  static let programs: [(name: String, arguments: [String])] = [
    ("aplay", ["-q", "-t", "raw", "-f", "S16_LE", "-r", "48000", "-c", "1", "-"]),
    ("pw-cat", ["-p", "--raw", "--format", "s16", "--rate", "48000", "--channels", "1", "-"]),
    ("paplay", ["--raw", "--format=s16le", "--rate=48000", "--channels=1"]),
    (
      "ffplay",
      ["-loglevel", "error", "-nodisp", "-autoexit", "-f", "s16le", "-ar", "48000", "-i", "-"]
    ),
  ]

  init(isTerminal: Bool) throws {
    guard isTerminal else {
      process = nil
      descriptor = .standardOutput
      return
    }
    for (name, arguments) in Self.programs {
      guard let path = executable(named: name) else { continue }
      let player = Process()
      let pipe = Pipe()
      player.executableURL = URL(filePath: path)
      player.arguments = arguments
      player.standardInput = pipe
      try player.run()
      process = player
      descriptor = pipe.fileHandleForWriting
      return
    }
    let names = Self.programs.map(\.name).joined(separator: ", ")
    throw MissingPlayer(
      description:
        "found none of \(names); install one, or pipe the samples (16 bit, 48 kHz, one channel) "
        + "into another program")
  }

  func write(_ samples: [Float]) -> FileError? {
    var bytes = Data(capacity: 2 * samples.count)
    for sample in samples {
      let value = Int16((max(-1, min(1, sample)) * 32_767).rounded())
      bytes.append(UInt8(truncatingIfNeeded: value))
      bytes.append(UInt8(truncatingIfNeeded: value >> 8))
    }
    do {
      try descriptor.write(contentsOf: bytes)
      return nil
    } catch {
      return FileError(path: "-", action: "cannot play", reason: "the listener has closed")
    }
  }

  func finish() {
    guard let process else { return }
    try? descriptor.close()
    process.waitUntilExit()
  }
}

package struct MissingPlayer: Error, CustomStringConvertible { package let description: String }
