import LubdubHaptics
import Testing

/// Sounds in FLAC, Ogg, and MP3, which are recognized but not read.
@Suite struct CompressedSoundTests {
  @Test func `A compressed sound is recognized by content, then by file extension`() {
    let starts: [[UInt8]] = [
      Array("fLaC".utf8), Array("OggS".utf8), Array("ID3".utf8), [0xFF, 0xFB, 0x90, 0x00],
    ]
    for start in starts { #expect(FileKind.recognize(start) == .compressedSound) }
    // A byte-order mark of UTF-16, and an AAC frame, are none.
    for start in [[0xFF, 0xFE, 0x20, 0x00], [0xFF, 0xF1, 0x50, 0x80]] as [[UInt8]] {
      #expect(FileKind.recognize(start) == .unknown)
    }
    #expect(FileKind.recognize([0, 1], name: "song.MP3") == .compressedSound)
  }
}
