import Foundation
import Testing

@testable import LubdubSupport

@Suite struct InputFileTests {
  @Test func `A file is read completely, and its size is known`() throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
    try writeFile(bytes, to: folder.path("in"))
    #expect(try readFile(at: folder.path("in")) == bytes)
    let file = try InputFile(path: folder.path("in"))
    #expect(file.size == bytes.count)
  }

  @Test func `An unreadable file gives an error with the reason`() throws {
    let folder = try TemporaryFolder()
    let missing = #expect(throws: FileError.self) { try readFile(at: folder.path("missing")) }
    #expect(missing?.code == ENOENT)
    #expect(missing?.description.contains("missing: cannot open: No such file") == true)
    let directory = #expect(throws: FileError.self) { try readFile(at: folder.path("")) }
    #expect(directory?.reason == "it is a directory")
  }

  @Test func `A file beyond the limit is rejected`() throws {
    let folder = try TemporaryFolder()
    try writeFile([1, 2, 3, 4], to: folder.path("in"))
    #expect(try readFile(at: folder.path("in"), limit: 4).count == 4)
    let error = #expect(throws: FileError.self) { try readFile(at: folder.path("in"), limit: 3) }
    #expect(error?.reason == "it is longer than 3 bytes")
  }

  @Test func `A path may contain line ends, spaces, and letters of any alphabet`() throws {
    let folder = try TemporaryFolder()
    for name in ["a\nb", " a b ", "žluťoučký", "-"] {
      try writeFile([7], to: folder.path(name))
      #expect(try readFile(at: folder.path(name)) == [7])
    }
  }
}
