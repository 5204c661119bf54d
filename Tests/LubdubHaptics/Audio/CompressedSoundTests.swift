import Foundation
import Lubdub
import LubdubHaptics
import Testing

@testable import LubdubHaptics

/// Sounds in FLAC, Ogg and MP3, with the trait `SoundFiles` and without it.
@Suite struct CompressedSoundTests {
  @Test(
    "A compressed sound is recognised by its content, and by its ending only where the content is not enough"
  )
  func recognized() {
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

  #if SoundFiles
  @Test("A lub-dub in FLAC gives its two beats, and what the file lacks is counted")
  func flac() throws {
    let sound = try CompressedSound(Self.lubDub)
    #expect(sound.sampleRate == 8000)
    #expect(sound.channels.map(\.count) == [4800])
    #expect(sound.missingFrameCount == 0)
    let events = try SoundToHaptics(mode: .beats).timeline(of: sound).events
    #expect(events.count == 2)
    for (event, (time, intensity)) in zip(events, [(0.0, 1.0), (0.15, 0.7)]) {
      #expect(abs(event.time.value - time) <= 0.003)
      #expect(abs(event.intensity - intensity) <= 0.05)
    }
  }

  @Test("A file without sound, or with half of it, is refused or counted")
  func damaged() throws {
    #expect(throws: AudioError.self) { try CompressedSound(Array("fLaC nonsense".utf8)) }
    for length in stride(from: 0, to: Self.lubDub.count, by: 97) {
      guard let sound = try? CompressedSound(Array(Self.lubDub.prefix(length))) else { continue }
      #expect(sound.channels[0].count + sound.missingFrameCount == 4800)
    }
  }

  /// The first 0.6 s of `lubdub pattern lub-dub --wav`, 8 kHz, 16 bit, as sox writes it.
  private static let lubDub = [UInt8](
    Data(
      base64Encoded: """
        ZkxhQwAAACIQABAAAACKAAYXAfQA8AAAEsDThxPUQkXdFVOFTt+CF5iHhAAARCAAAAByZWZlcmVuY2UgbGliRkxBQyAx\
        LjQuMiAyMDIyMTAyMgEAAAAYAAAAQ29tbWVudD1Qcm9jZXNzZWQgYnkgU29Y//jECAAEQv//ADS1P3YDDSlQlI7gS4I0\
        NCdNyVdr3LzErjKxhIltqd32DKsNyNQFsYZp2/dZ5Xwfd9n0ep3HNbNnWBWRRklQZGc21PbOG5fqe073xPD77uOt5/jd\
        52LTsyvawdluIpbNZ+EgUxYF4XBbFMSz6cDGTn1oVEFS5fmi1Wx2u6Xa+Xy7XO12OrUr87t7LwlBibXskE4sl8wGUxmA\
        ulcoEV8cDJWq5Fu7U9ZcX0klMtlsslcokd5a19F73aMi1qQkpeZnJ6eiA/PDw2MSsmfNVyZFn59v1JTV1ZY2NfXV1TSU\
        NWq1DnHNl8sYET4qLC40MCwsICJsqTfWUR18+p1rNu7fuX7tuzVq0POdMdF2XiJQqXMmTJssaKENEHlvelW/U22yJUib\
        JlSpN8immjec8YQQYYINFCBAo80SWUS0hKkb539NdFtdN/piySVtXcz3Ic45hhggwo4ogpylKmoldpf6yVlpa1v+mbiV\
        VjEOUxxCiCGCCEIbJcvVyuVRT8VV63TIhEIIxDEIhsSJtPLfVteXAMqGQkISQKSFJEKRJ8P0PoFn/lKENCU/+cyhYZT+\
        c9D/6Epw/6HlOU9JofywlMpKfIgZShAsKHQIIHlP6GhKf/KSn/lMoQTofkQPzn6E5/pPyhEAif0hP/QIhT6BE0OgRMiB\
        oET0Jz9DSEQNCUoETofSeh/6QiZT5TQ6H4flJTplDQoaBBA+UnCn0n0JSUIhAnk/5wp0PQyISU+U/of+hBDkQP0PlP/K\
        f+h/lOkIIZh6H0POf/lMsJT//0JYdoECBBiQIEGJAhQYUCBBiQIECBAgQIUGBEgQIEGJBjQ4UCBAhQYUCBAgQIHALwBW\
        ABSAAUgAHIABOABUALweEg/gUQBVAD6oAAAE4AK2WjpU6cNiB4+ePnThswWLvknGmFE0c9Oeu/6NCnVpVqlWrUp0qVDz\
        7rfnLXDBJZZhppwjjjhhosQMOEmiDyyzCSGOYjCNa/yj9VFNlVVldVVNP6Pd7rOsI2pjWPcSQQUWNxRhhBjCCGKUruzJ\
        i51NttbUrS/2+ter2/mNrJzqVjOQxSlMUxRGMQhkZs2SW5cvpf3Wnqr3n8ipdMmRszMhGZjIhs2ESEwqSbJ8aOOztxk9\
        bLRYXCKCgkSCQkJCiSLEqpV16765rJqlC0ixRSRQsSLCSUFSWQIFEMXHGta7TMhIZAIIASEkhkhk5ynAQrCM+UzM8p/o\
        fKcsn0JyUIJlCmmehyIH0PQImUof6YRM5Q4fKSkoU/yn/lCn5TlP/w0JECh8pymU/KSw/of0KHQIngh/Q/8pofQ5TKSl\
        Doeh0NDwoSmh/6GhKFJTywImhQmUDoUPocEOh///oUnynQ/Q9D9AiZBCnLD+gRNDlOhnP9D/6HSSCSlIROk0zyIHKfof\
        5TKeUyIQiBKUMp///OFJT8sJShQzn6AdD/+UlND0OU/Q/8p/4aGhKFChEDynKf/5TnPyhzSQlJSUIgSIZ9D+hKZT0JED\
        lPKdDw/+RApPyIHoESRAIn/+U+h0MEKHKaGh/+UoaH5ShQ/5T8iABE8oUpCCE8pyIGhKcp0PQ+WTlOH/6BBA9D/pP0ND\
        QymhoUPKYIfofyn6ZNA9CWHLAggdJlP8JTQodChyn0mhQpMp/QInQoSw+gBE9D/0ND/KemSn/9ChQ5Qh9DlNDQ/oc0DQ\
        6H8iBlND6HD6H+U/of/8plCIH8iBNAIlAP6FOcpzhTpP8p0JYfKflA/0PKf856E0Ck/KaHLDlhhlND8oU/oSw/5Tlk/6\
        H6AET+RAIlJoZT/LD/Q/lCwoZZIf/6FAicsKHpP6HQynlh6GQTKFP/+UIgETOehKUND+WSclA9Jof/ynlP8oU6BEyw9J\
        ygf///odJ/oaBE+h0CwpmQnOUKHSfQ6HKeWGRA//KeUkEyIHnMpQ//8iBQ0OUlhoZEAifD+UoSnyIH8oeHlOU/SSlDlC\
        CcpKflPofyhSh6BEyhYeRA8pgUyn+U+h9D5EJ8p9D9DQIhSH/zlDQ//SET/Q/ylDymCH/8sP9DQIn9D8sJTymh4fQIno\
        ZED8pociB0OUof+hKZTA4af/+HQIAQK/4BAALv8lz+c583z//ue78/8k/fzUz6aeZklfn/zlL/bn59ZM+fVm955/M88/\
        KffvPn97XsnP3W5Oe/My+eef5J/3PnJyf//02n/9fb/m72y2/n9/5r+XOT7+yb9vSdPuTZ3T/7//+fn/35+Zm++Z/9+c\
        +eZnyznmf8nPfNff6fPYKFc=
        """) ?? Data())
  #else
  @Test("Without libsndfile the error names a way to read the sound")
  func absent() throws {
    let error = #expect(throws: AudioError.self) { try CompressedSound(Array("fLaC".utf8)) }
    #expect(error?.description.contains("--traits FFTW,Tool,SoundFiles") == true)
    #expect(error?.description.contains("sox song.flac song.wav") == true)
  }
  #endif
}
