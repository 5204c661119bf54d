import Foundation
import Lubdub
import LubdubSupport

/// The ceremony as a log of messages, which `lubdub keepsake ceremony.ndjson -o ours.svg` draws.
@MainActor
final class Keepsake {
  let url: URL
  private let sender: String
  private let file: FileHandle

  init(writingTo url: URL, sender: String) throws {
    try Data().write(to: url)
    (self.url, self.sender) = (url, sender)
    file = try FileHandle(forWritingTo: url)
  }

  /// Adds a message. A message that breaks a rule, or can't be written to the disk, is left out.
  func add(_ message: CeremonyMessage, at time: Seconds) {
    guard var members = try? message.encode().object else { return }
    members["from"] = .string(sender)
    members["t_s"] = .number(time.value)
    try? file.write(contentsOf: Data(JSONWriter.encode(.object(members), lineLength: nil)))
  }
}
