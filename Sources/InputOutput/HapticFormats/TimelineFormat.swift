/// The code of one format, as closures: what runs without metatypes also runs in embedded Swift.
struct TimelineCoder: Sendable {
  /// Writes the timeline.
  ///
  /// Throws `FormatError` when the timeline holds a number that no format can (not finite, a negative
  /// time, a curve out of order) or exceeds a limit that cannot be split around.
  typealias Encode =
    @Sendable (TimelineDocument, ExportOptions) throws(FormatError) -> EncodedTimeline

  /// Reads as much as can be read, tells everything that is wrong and counts what is not kept. The
  /// result is `nil` only together with a finding of severity `error`.
  typealias Read = @Sendable ([UInt8], inout [Finding], inout LossReport) -> TimelineDocument?

  /// What the format can hold.
  let features: FormatFeatures
  let encode: Encode
  /// `nil` for a format that is only written.
  let read: Read?

  init(_ features: FormatFeatures, encode: @escaping Encode, read: Read? = nil) {
    self.features = features
    self.encode = encode
    self.read = read
  }
}

/// A document that was read, and what of the file it does not hold.
public struct DecodedTimeline: Sendable, Hashable {
  /// What was read.
  public var document: TimelineDocument
  /// What is doubtful in the file: notes and warnings.
  public var findings: [Finding]
  /// What of the file was not kept.
  public var loss: LossReport
}

extension DecodedTimeline {
  /// A document that was made from a sound: of everything else in it nothing is kept.
  public init(document: TimelineDocument, ofSoundWith channelCount: Int) {
    var loss = LossReport(.read)
    loss.note(.assumed, of: .audio)
    loss.note(.mergedChannels, of: .audio, count: channelCount - 1)
    self.init(document: document, findings: [], loss: loss)
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
