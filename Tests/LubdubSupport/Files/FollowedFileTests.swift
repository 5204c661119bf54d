import Foundation
import Testing

@testable import LubdubSupport

@Suite struct FollowedFileTests {
  @Test func `Appended text is read, and waiting for more ends in time`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("log")
    try append("one", to: path)
    var file = try FollowedFile(path: path)
    #expect(try next(&file) == .text("one"))
    #expect(try next(&file) == .other(.idle))
    try append(" two", to: path)
    #expect(try next(&file) == .text(" two"))
  }

  @Test func `Reading restarts when a file is truncated`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("log")
    try append("one and two", to: path)
    var file = try FollowedFile(path: path)
    #expect(try next(&file) == .text("one and two"))
    #expect(truncate(path, 0) == 0)
    try append("new", to: path)
    #expect(try next(&file) == .other(.restarted))
    #expect(try next(&file) == .text("new"))
  }

  @Test func `A moved file is read to its end, and then its replacement`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("log")
    try append("old", to: path)
    var file = try FollowedFile(path: path)
    try FileManager.default.moveItem(atPath: path, toPath: folder.path("log.1"))
    #expect(try next(&file) == .text("old"))
    #expect(try next(&file) == .other(.idle))
    try append(" end", to: folder.path("log.1"))
    #expect(try next(&file) == .text(" end"))
    try append("new", to: path)
    #expect(try next(&file) == .other(.restarted))
    #expect(try next(&file) == .text("new"))
  }

  @Test func `A pipe ends when its writer closes it`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let holder = open(path, O_RDWR)
    var file = try FollowedFile(path: path)
    #expect(try next(&file) == .other(.idle))
    #expect(write(holder, "abc", 3) == 3)
    #expect(try next(&file) == .text("abc"))
    close(holder)
    #expect(try next(&file) == .other(.ended))
  }

  @Test(.timeLimit(.minutes(1)))
  func `A pipe without a writer opens at once, even if it replaces a file`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    var pipe = try FollowedFile(path: path)
    #expect(try next(&pipe) == .other(.idle))
    let log = folder.path("log")
    try append("old", to: log)
    var file = try FollowedFile(path: log)
    #expect(try next(&file) == .text("old"))
    try FileManager.default.removeItem(atPath: log)
    #expect(mkfifo(log, 0o600) == 0)
    #expect(try next(&file) == .other(.restarted))
    #expect(try next(&file) == .other(.idle))
    // A writer that says nothing is not waited for.
    let writer = open(log, O_WRONLY)
    #expect(try next(&file) == .other(.idle))
    #expect(write(writer, "new", 3) == 3)
    #expect(try next(&file) == .text("new"))
    close(writer)
    #expect(try next(&file) == .other(.ended))
  }

  private enum Step: Equatable {
    case text(String)
    case other(FollowedFile.Reading)
  }

  private func next(_ file: inout FollowedFile) throws(FileError) -> Step {
    var buffer = [UInt8](repeating: 0, count: 100)
    let reading = try buffer.withUnsafeMutableBufferPointer { (bytes) throws(FileError) in
      try file.read(into: UnsafeMutableRawBufferPointer(bytes), waiting: 20)
    }
    guard case .bytes(let count) = reading else { return .other(reading) }
    return .text(String(decoding: buffer[..<count], as: UTF8.self))
  }

  private func append(_ text: String, to path: String) throws {
    if !FileManager.default.fileExists(atPath: path) { try writeFile([], to: path) }
    let handle = try #require(FileHandle(forWritingAtPath: path))
    defer { try? handle.close() }
    _ = try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
  }
}
