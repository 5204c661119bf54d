import LubdubHaptics

extension EncodedTimeline.Part {
  /// Whether the format's own reader takes it: a long pattern of `web-vibrate` is a script that plays, and is not read.
  var isReadable: Bool { !bytes.starts(with: "// Start".utf8) }
}
