import Foundation
import Testing

@testable import LubdubSupport

@Suite struct OutputFileTests {
  @Test func `After a commit the folder has only the written file`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("out.json")
    try writeFile(Array("first".utf8), to: path)
    try writeFile(Array("second".utf8), to: path)
    #expect(try readFile(at: path) == Array("second".utf8))
    #expect(try folder.names() == ["out.json"])
  }

  @Test func `Without a commit the old file stays and temporary files are removed`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("out.json")
    try writeFile(Array("old".utf8), to: path)
    do {
      var file = try OutputFile(path: path)
      try file.write(Array("half".utf8))
    }
    #expect(try readFile(at: path) == Array("old".utf8))
    #expect(try folder.names() == ["out.json"])
  }

  @Test(
    "If any system call fails, the error is reported and the old file is intact",
    arguments: [true, false])
  func everyCallFails(knowsUnnamedFiles: Bool) throws {
    for failing in 1...100 {
      let folder = try TemporaryFolder()
      let path = folder.path("out.json")
      try writeFile(Array("old".utf8), to: path)
      let counter = CallCounter(failing: failing, knowsUnnamedFiles: knowsUnnamedFiles)
      let outcome = Result<Void, FileError> { () throws(FileError) in
        var file = try OutputFile(path: path, calls: counter.calls)
        for _ in 0..<5 { try file.write(Array("some bytes".utf8)) }
        try file.commit()
      }
      let content = String(decoding: try readFile(at: path), as: UTF8.self)
      #expect(try folder.names() == ["out.json"], "call \(failing)")
      switch outcome {
      case .failure(let error):
        #expect(content == "old", "call \(failing)")
        #expect(error.path == path)
        #expect(error.code == ENOSPC)
      case .success:
        // All calls have had their turn: open, five writes, flush, close, rename, and the name that an
        // unnamed file gets, or the second opening where there are none.
        #expect(failing == 10 + (isLinux ? 1 : 0))
        #expect(content == String(repeating: "some bytes", count: 5))
        return
      }
    }
    Issue.record("no run without a failing call")
  }

  @Test func `An incomplete file has no name if the system supports unnamed files`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("out.json")
    let unnamed = UnnamedFile.open(beside: path, mode: 0o600, .system)
    if let unnamed { _ = FileCalls.system.close(unnamed) }
    for knowsUnnamedFiles in [true, false] {
      let counter = CallCounter(failing: nil, knowsUnnamedFiles: knowsUnnamedFiles)
      var file = try OutputFile(path: path, calls: counter.calls)
      try file.write(Array("whole".utf8))
      let names = try folder.names().filter { $0 != "out.json" }
      #expect(names.count == (knowsUnnamedFiles && unnamed != nil ? 0 : 1))
      try file.commit()
      #expect(try folder.names() == ["out.json"])
      #expect(try readFile(at: path) == Array("whole".utf8))
    }
  }

  @Test func `Partial writes are continued`() throws {
    let folder = try TemporaryFolder()
    var calls = FileCalls.system
    calls.write = { FileCalls.system.write($0, $1, min($2, 3)) }
    var file = try OutputFile(path: folder.path("out"), calls: calls)
    try file.write(Array("0123456789".utf8))
    try file.commit()
    #expect(try readFile(at: folder.path("out")) == Array("0123456789".utf8))
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `A full device gives an error`() {
    let error = #expect(throws: FileError.self) { try writeFile([1, 2, 3], to: "/dev/full") }
    #expect(error?.code == ENOSPC)
  }

  @Test func `A closed pipe gives an error`() throws {
    signal(SIGPIPE, SIG_IGN)
    let folder = try TemporaryFolder()
    let path = folder.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    var file = try OutputFile(path: path)
    close(reader)
    var code: Int32?
    do throws(FileError) {
      try file.write([1, 2, 3])
    } catch {
      code = error.code
    }
    #expect(code == EPIPE)
  }

  @Test func `Bytes of concurrent writers of one file are never mixed`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("out")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<16 as Range<UInt8> {
        group.addTask {
          var file = try OutputFile(path: path)
          for _ in 0..<50 { try file.write([UInt8](repeating: writer, count: 1000)) }
          try file.commit()
        }
      }
      try await group.waitForAll()
    }
    let bytes = try readFile(at: path)
    #expect(bytes.count == 50_000)
    #expect(Set(bytes).count == 1)
    #expect(try folder.names() == ["out"])
  }

  @Test func `Writing through a symbolic link keeps the link and writes its target`() throws {
    let folder = try TemporaryFolder()
    for target in ["there", "missing"] {
      if target == "there" { try writeFile([1], to: folder.path(target)) }
      let link = folder.path("link-\(target)")
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
      try writeFile([2], to: link)
      #expect(try readFile(at: folder.path(target)) == [2])
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    }
  }

  @Test func `Checking a pipe does not open it, and a circle of links is rejected`() throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    #expect(try OutputFile.check(folder.path("pipe")) == OutputPlace(folder.path("pipe")))
    for (name, target) in [("x", "y"), ("y", "x")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(name), withDestinationPath: target)
    }
    let circle = #expect(throws: FileError.self) { try OutputFile.check(folder.path("x")) }
    #expect(circle?.code == ELOOP)
  }

  @Test func `Different names of one descriptor or file give one output place`() throws {
    let folder = try TemporaryFolder()
    for name in ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
      #expect(try OutputPlace(name).isStandardOutput, "\(name)")
    }
    #expect(try OutputPlace("/dev/null").isShared)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: "new")
    #expect(try OutputPlace(folder.path("link")) == OutputPlace(folder.path("./new")))
  }

  @Test func `A temporary file that another process still writes is kept`() throws {
    let folder = try TemporaryFolder()
    let names = [".lubdub-out.4194303-12345.tmp", ".lubdub-out.4194303-12346.tmp"].map(folder.path)
    for name in names { try Data([1]).write(to: URL(filePath: name)) }
    let writer = open(names[0], O_WRONLY)
    #expect(flock(writer, LOCK_EX) == 0)
    try writeFile([1], to: folder.path("out"))
    #expect(try folder.names() == [".lubdub-out.4194303-12345.tmp", "out"])
    close(writer)
  }

  @Test func `A file with a name of 250 bytes can be written`() throws {
    let folder = try TemporaryFolder()
    let name = String(repeating: "é", count: 125)
    for knowsUnnamedFiles in [true, false] {
      let counter = CallCounter(failing: nil, knowsUnnamedFiles: knowsUnnamedFiles)
      var file = try OutputFile(path: folder.path(name), calls: counter.calls)
      try file.write([1])
      try file.commit()
      #expect(try folder.names() == [name])
    }
  }

  @Test func `Replacing a file keeps its permissions`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("out")
    try writeFile([1], to: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    try writeFile([2], to: path)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  @Test func `An unwritable path is rejected before any work is done`() throws {
    let folder = try TemporaryFolder()
    let directory = #expect(throws: FileError.self) { try OutputFile.check(folder.path("")) }
    #expect(directory?.reason == "it is a directory")
    let missing = #expect(throws: FileError.self) { try OutputFile.check(folder.path("no/out")) }
    #expect(missing?.code == ENOENT)
    #expect(throws: FileError.self) { try OutputFile.check("") }
    #expect(throws: FileError.self) { try OutputFile.check("a\0b") }
  }
}

#if os(Linux)
private let isLinux = true
#else
private let isLinux = false
#endif

/// Counts system calls and lets one of them fail as if the disk were full.
private final class CallCounter: @unchecked Sendable {
  private let failing: Int?
  private let knowsUnnamedFiles: Bool
  private var count = 0
  private let lock = NSLock()

  init(failing: Int?, knowsUnnamedFiles: Bool) {
    self.failing = failing
    self.knowsUnnamedFiles = knowsUnnamedFiles
  }

  private func fails() -> Bool {
    lock.withLock {
      count += 1
      return count == failing
    }
  }

  private func guarded<T: FixedWidthInteger>(_ call: () -> T) -> T {
    guard fails() else { return call() }
    errno = ENOSPC
    return T.zero - 1
  }

  var calls: FileCalls {
    let system = FileCalls.system
    return FileCalls(
      open: { path, flags, mode in
        self.guarded {
          if !self.knowsUnnamedFiles, flags & O_CREAT == 0 {
            errno = EOPNOTSUPP
            return -1
          }
          return system.open(path, flags, mode)
        }
      },
      write: { descriptor, bytes, count in
        self.guarded { system.write(descriptor, bytes, count) }
      },
      sync: { descriptor in self.guarded { system.sync(descriptor) } },
      close: { descriptor in
        // A close that reports an error has closed the descriptor all the same.
        let result = system.close(descriptor)
        return self.guarded { result }
      },
      link: { descriptor, name in self.guarded { system.link(descriptor, name) } },
      rename: { old, new in self.guarded { system.rename(old, new) } })
  }
}
