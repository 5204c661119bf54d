/// Several files that are written piece by piece with the same bytes.
struct OpenOutputs {
  private let files: [OpenOutput]

  init(_ files: [OpenOutput]) { self.files = files }

  var isEmpty: Bool { files.isEmpty }

  func write(_ bytes: [UInt8]) throws { for file in files { try file.write(bytes) } }

  /// Discards the written bytes. Bytes for a stream are held until `release` or `commit`.
  func startOver() throws { for file in files { try file.startOver() } }

  /// Writes the held bytes to their streams, because the rows are certain now.
  func release() throws { for file in files { try file.release() } }

  func commit() throws { for file in files { try file.commit() } }
}

final class OpenOutput {
  private let path: String
  private var file: OutputFile?
  private var held: SpoolFile?

  init(path: String) throws {
    self.path = path
    file = try OutputFile(path: path)
  }

  func write(_ bytes: [UInt8]) throws {
    guard held == nil else { return try bytes.withUnsafeBytes { try held?.append($0) } }
    try file?.write(bytes)
  }

  func startOver() throws {
    if file?.isStream == true { held = try SpoolFile() } else { file = try OutputFile(path: path) }
  }

  func release() throws {
    guard let held = held.take() else { return }
    var input = try held.reading(as: path)
    while case let block = try input.read(upTo: 1 << 16), !block.isEmpty { try file?.write(block) }
  }

  func commit() throws {
    try release()
    try file.take()?.commit()
  }
}
