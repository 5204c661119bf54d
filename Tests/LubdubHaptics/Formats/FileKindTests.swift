import Testing

@testable import LubdubHaptics

@Suite struct FileKindTests {
  @Test("What can be read is recognised by its content", arguments: HapticFormat.allCases)
  func recognised(_ format: HapticFormat) throws {
    var random = RandomTimelines(seed: 3)
    let bytes = try format.encode(TimelineDocument(random.separated())).bytes
    #expect(FileKind.recognize(bytes).format == format)
  }
}
