internal import Lubdub
internal import LubdubGround

/// A timeline as source text that an app compiles: one type, named after the pattern, and no other file.
public enum Snippet: String, Sendable, Hashable, CaseIterable {
  /// Core Haptics: events and parameter curves of a `CHHapticPattern`, as in `ahap`.
  case swift
  /// Android: `VibrationEffect.createWaveform`, as in `android-waveform`.
  case kotlin
  /// Android, as in Kotlin.
  case java
  /// Unity: the same waveform for Android phones and, by the Input System, for gamepads.
  case csharp
  /// The web: the same waveform for phones, on and off, and for gamepads.
  case javascript

  /// The format whose content the text holds; what that loses, the text loses.
  public var format: HapticFormat {
    switch self {
    case .swift: .ahap
    case .kotlin, .java, .csharp, .javascript: .androidWaveform
    }
  }

  /// What it is for.
  public var title: String {
    switch self {
    case .swift: "Core Haptics in Swift"
    case .kotlin: "Android in Kotlin: an envelope from API level 36 on, else a waveform"
    case .java: "Android in Java"
    case .csharp: "Unity in C#: Android phones, and gamepads by the Input System"
    case .javascript: "Web in JavaScript: navigator.vibrate, and gamepads"
    }
  }

  /// The usual ending of its files, without a dot.
  public var fileExtension: String {
    switch self {
    case .swift: "swift"
    case .kotlin: "kt"
    case .java: "java"
    case .csharp: "cs"
    case .javascript: "js"
    }
  }

  /// Writes a document as source text.
  ///
  /// - Throws: `FormatError` as its format does, for a name without a letter or digit, and for a waveform of
  ///   more than 2,000 steps: the initialiser of an array is code, and a method of Java's has at most 64 KB
  ///   (Java Virtual Machine Specification, 4.7.3).
  public func encode(
    _ document: TimelineDocument, options: ExportOptions = ExportOptions()
  ) throws(FormatError) -> EncodedTimeline {
    var options = options
    options.separateTransients = false
    guard let type = Self.typeName(options.name) else {
      throw FormatError(
        rule: "snippet-name",
        "the name \"\(options.name)\" has no letter of a to z and no digit, and the type is named after it",
        cure: "choose another name")
    }
    guard self != .swift else {
      let pattern = try HapticFormat.ahap.encode(document, options: options)
      let text = CoreHapticsSnippet(pattern.bytes).text(type)
      return EncodedTimeline(Array(text.utf8), loss: pattern.loss)
    }
    var encoding = try TimelineEncoding(document, options, AndroidWaveform.coder)
    let waveform = try AndroidWaveform.Arguments(&encoding)
    guard waveform.timings.count <= Self.mostSteps else {
      throw FormatError(
        rule: "snippet-steps",
        "the waveform has \(waveform.timings.count) steps, source text holds at most "
          + "\(Self.mostSteps)",
        cure: "write android-waveform, which is data, and load it")
    }
    let text: String
    switch self {
    case .swift, .kotlin:
      // A waveform that repeats has no end at rest, which an envelope needs.
      var ignored = LossReport()
      let envelope =
        waveform.repeatIndex < 0 ? try EnvelopeEffect(encoding.timeline, loss: &ignored) : nil
      text = WaveformSnippet(waveform).kotlin(type, envelope)
    case .java: text = WaveformSnippet(waveform).java(type)
    case .csharp: text = WaveformSnippet(waveform).csharp(type)
    case .javascript: text = WaveformSnippet(waveform).javascript(type)
    }
    return EncodedTimeline(Array(text.utf8), loss: encoding.loss)
  }

  /// Two arrays of this length stay below the 64 KB of a method: at most 9 bytes a `long`, 8 an `int`.
  static let mostSteps = 2000

  /// A type's name from a pattern's: `my heart-2` is `MyHeart2Haptics`. All but ASCII letters and digits
  /// separates words. `nil` for a name without any word.
  public static func typeName(_ name: String) -> String? {
    func isPart(_ character: Character) -> Bool {
      character.isASCII && (character.isLetter || character.isNumber)
    }
    let words = name.split { !isPart($0) }
    guard !words.isEmpty else { return nil }
    let joined = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return (joined.first?.isNumber ?? false ? "Pattern" : "") + joined + "Haptics"
  }

  /// Items in rows that a person can read. No comma follows the last one: Kotlin takes none before 1.4.
  static func rows(_ items: [String], indent: Int, perRow: Int) -> String {
    let space = String(repeating: " ", count: indent)
    return stride(from: 0, to: items.count, by: perRow).map { start in
      let row = items[start..<min(start + perRow, items.count)]
      return space + row.joined(separator: ", ")
    }.joined(separator: ",\n")
  }
}
