/// A format that timelines can be written in.
protocol TimelineFormat: Sendable {
  /// What the format can hold.
  static var features: FormatFeatures { get }

  /// Writes the timeline.
  ///
  /// - Throws: `FormatError` when the timeline holds a number that no format can (not finite, a
  ///   negative time, a curve out of order) or exceeds a limit that cannot be split around.
  static func encode(
    _ document: TimelineDocument, options: ExportOptions
  ) throws(FormatError) -> EncodedTimeline
}

/// A format that timelines can be read from as well.
protocol ReadableTimelineFormat: TimelineFormat {
  /// Reads as much as can be read and tells everything that is wrong.
  ///
  /// - Returns: The document; `nil` only together with a finding of severity `error`.
  static func read(_ bytes: [UInt8], findings: inout [Finding]) -> TimelineDocument?
}

extension ReadableTimelineFormat {
  /// Reads a document; what the format's own players tolerate is tolerated.
  ///
  /// - Throws: `FormatError` with the first fault that breaks a rule of the format.
  static func decode(_ bytes: [UInt8]) throws(FormatError) -> TimelineDocument {
    var findings: [Finding] = []
    let document = read(bytes, findings: &findings)
    if let error = findings.first(where: { $0.severity == .error }) { throw FormatError(error) }
    guard let document else {
      throw FormatError(rule: "unreadable", "the file holds no timeline")
    }
    return document
  }

  /// Everything that is wrong with a file of this format, in the order of the file.
  static func check(_ bytes: [UInt8]) -> [Finding] {
    var findings: [Finding] = []
    let document = read(bytes, findings: &findings)
    if let document { findings += TimelineLint.findings(in: document.timeline) }
    return findings
  }
}

/// A timeline as the bytes of a format, and what was lost on the way.
public struct EncodedTimeline: Sendable, Hashable {
  /// One file of the result.
  public struct Part: Sendable, Hashable {
    /// What distinguishes this file's name from its siblings, such as `continuous`; `nil` when the
    /// format needs one file only.
    public var label: String?
    /// The file's content.
    public var bytes: [UInt8]

    /// A part from its label and content.
    public init(label: String? = nil, bytes: [UInt8]) {
      self.label = label
      self.bytes = bytes
    }
  }

  /// The files, at least one. Most formats need exactly one.
  public var parts: [Part]
  /// What the format could not hold.
  public var loss: LossReport

  /// The first file's content.
  public var bytes: [UInt8] { parts.first?.bytes ?? [] }

  /// A result from its parts.
  public init(parts: [Part], loss: LossReport) {
    self.parts = parts
    self.loss = loss
  }

  /// A result of one file.
  public init(_ bytes: [UInt8], loss: LossReport) {
    self.init(parts: [Part(bytes: bytes)], loss: loss)
  }
}
