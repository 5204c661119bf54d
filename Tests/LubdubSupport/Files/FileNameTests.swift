import Testing

@testable import LubdubSupport

@Suite("File names") struct FileNameTests {
  @Test(arguments: [
    Array("walk.csv".utf8), Array("Übergang 心.csv".utf8), [0x61, 0xE9, 0x2E, 0x63],
    [0xFF, 0xFE, 0x41], [0xC3], [0xF0, 0x9F, 0x92], Array("\u{10FF80}".utf8), [],
  ])
  func `Every name keeps its bytes, UTF-8 or not`(bytes: [UInt8]) {
    let name = String(fileName: bytes)
    #expect(name.fileName == bytes.map { CChar(bitPattern: $0) } + [0])
  }

  @Test func `Valid text in a file name stays readable`() {
    #expect(String(fileName: Array("Übergang.csv".utf8)) == "Übergang.csv")
    let mixed = String(fileName: [0x61, 0xE9, 0x2E, 0x63, 0x73, 0x76])
    #expect(mixed.hasPrefix("a") && mixed.hasSuffix(".csv") && mixed.count == 6)
  }

  @Test func `A file whose name is not UTF-8 can be written, found, and read`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("caf") + String(fileName: [0xE9, 0x2E, 0x74, 0x78, 0x74])
    var output = try OutputFile(path: path)
    try Array("text".utf8).withUnsafeBytes { try output.write($0) }
    try output.commit()
    #expect(isRegularFile(at: path))
    #expect(regularFiles(below: folder.path(""))?.count == 1)
    #expect(try readFile(at: path) == Array("text".utf8))
  }
}
