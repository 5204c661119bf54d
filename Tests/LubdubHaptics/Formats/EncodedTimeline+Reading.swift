import LubdubHaptics

extension EncodedTimeline.Part {
  /// Whether the format's own reader accepts it: a long pattern of `web-vibrate` is a script that plays, and can't be read.
  var isReadable: Bool { !bytes.starts(with: "// Start".utf8) }
}

extension HapticFormat {
  /// All findings about a file, except the losses of reading it.
  func check(_ bytes: [UInt8]) -> [Finding] {
    var loss = LossReport(.read)
    return check(bytes, loss: &loss)
  }
}

extension FileKind {
  func check(_ bytes: [UInt8]) -> [Finding]? {
    var loss = LossReport(.read)
    return check(bytes, loss: &loss)
  }
}
