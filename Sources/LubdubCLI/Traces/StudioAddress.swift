import Foundation

/// The port and the token of a live page. They are saved per trace, in a file that only this user can read, so that an open
/// page continues after a restart of the command.
struct StudioAddress {
  let port: UInt16
  let token: String

  /// The last address of a trace; `nil` if no address is saved.
  static func last(of trace: String) -> StudioAddress? {
    guard let file = file(of: trace), let text = try? String(contentsOf: file, encoding: .utf8)
    else { return nil }
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard words.count == 2, let port = UInt16(words[0]), StudioServer.isToken(words[1]) else {
      return nil
    }
    return StudioAddress(port: port, token: words[1])
  }

  /// Saves the address for the next time. If the home folder is not writable, the next address differs.
  func keep(for trace: String) {
    guard let file = Self.file(of: trace) else { return }
    let files = FileManager.default
    try? files.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    _ = files.createFile(
      atPath: file.path, contents: Data("\(port) \(token)\n".utf8),
      attributes: [.posixPermissions: 0o600])
  }

  /// The file of a trace, in the folder for state of the XDG Base Directory Specification, 0.8.
  private static func file(of trace: String) -> URL? {
    let environment = ProcessInfo.processInfo.environment
    let own = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    guard let state = own ?? environment["HOME"].map({ "\($0)/.local/state" }) else { return nil }
    var hash = FNV1a()
    for byte in resolvedPath(trace).utf8 { hash.combine(UInt64(byte)) }
    return URL(filePath: state).appending(
      path: "lubdub/studio/\(String(hash.value, radix: 16))")
  }
}
