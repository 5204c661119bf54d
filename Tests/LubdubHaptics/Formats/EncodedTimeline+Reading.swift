import LubdubHaptics

extension EncodedTimeline.Part {
  /// Whether the format's own reader takes it: a long pattern of `web-vibrate` is a script that plays, and is not read.
  var isReadable: Bool { !bytes.starts(with: "// Start".utf8) }
}

extension HapticFormat {
  /// Everything that is wrong with a file, without what reading it would lose.
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
