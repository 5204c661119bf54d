import Testing

@testable import LubdubHaptics

@Suite struct FileKindTests {
  @Test(arguments: HapticFormat.allCases)
  func `Readable files are recognized by content`(_ format: HapticFormat) throws {
    var random = RandomTimelines(seed: 3)
    let bytes = try format.encode(TimelineDocument(random.separated())).bytes
    #expect(FileKind.recognize(bytes).format == format)
  }
}
