/// Patterns as one line of text, one character per step, such as `"O.o. --== ..O"`.
///
/// | character | meaning | intensity | sharpness |
/// |---|---|---|---|
/// | `.` | light tap | 0.3 | 0.5 |
/// | `o` | medium tap | 0.6 | 0.5 |
/// | `O` | heavy tap | 1 | 0.5 |
/// | `x` | medium sharp tap | 0.6 | 0.8 |
/// | `X` | heavy sharp tap | 1 | 0.8 |
/// | `-` | weak vibration | 0.4 | 0.3 |
/// | `=` | medium vibration | 0.7 | 0.3 |
/// | `#` | strong vibration | 1 | 0.3 |
/// | space, `_` | rest | | |
///
/// A tap starts its step. Equal consecutive vibrations are one vibration, as long as all their steps.
public enum PatternText {
  private typealias Letter = (character: Character, isTap: Bool, level: Level)

  private static let alphabet: [Letter] = [
    (".", true, Level(intensity: 0.3, sharpness: 0.5)),
    ("o", true, Level(intensity: 0.6, sharpness: 0.5)),
    ("O", true, Level(intensity: 1, sharpness: 0.5)),
    ("x", true, Level(intensity: 0.6, sharpness: 0.8)),
    ("X", true, Level(intensity: 1, sharpness: 0.8)),
    ("-", false, Level(intensity: 0.4, sharpness: 0.3)),
    ("=", false, Level(intensity: 0.7, sharpness: 0.3)),
    ("#", false, Level(intensity: 1, sharpness: 0.3)),
  ]

  /// The default length of a step, in seconds.
  public static let usualStep = 0.1

  /// The timeline of a text.
  ///
  /// - Parameters:
  ///   - text: The characters.
  ///   - step: The seconds per character, 0.001...10.
  /// - Returns: A timeline with its events, whose duration is the duration of all steps.
  /// - Throws: `FormatError` for a character that is not in the alphabet, or a step out of its range.
  public static func timeline(
    of text: String, step: Double = usualStep
  ) throws(FormatError) -> Timeline {
    guard (0.001...10).contains(step) else {
      throw FormatError(rule: "text-step", "a step is \(number(step)) s, must be in 0.001...10")
    }
    var events: [HapticEvent] = []
    var sounding: (first: Int, letter: Letter)?
    var count = 0
    func close() {
      guard let (first, letter) = sounding else { return }
      sounding = nil
      let (start, end) = (toNanosecond(Double(first) * step), toNanosecond(Double(count) * step))
      events.append(HapticEvent(at: start, letter.level, lasting: toNanosecond(end - start)))
    }
    for character in text {
      let letter = alphabet.first { $0.character == character }
      guard letter != nil || character == " " || character == "_" else {
        throw FormatError(
          rule: "text-alphabet", at: "character \(count + 1)",
          "\"\(character)\" is not in the alphabet . o O x X - = # and space")
      }
      if sounding?.letter.character != character { close() }
      if let letter, letter.isTap {
        events.append(HapticEvent(at: toNanosecond(Double(count) * step), letter.level))
      } else if let letter, sounding == nil {
        sounding = (count, letter)
      }
      count += 1
    }
    close()
    return Timeline(duration: Seconds(toNanosecond(Double(count) * step)), events: events)
  }
}
