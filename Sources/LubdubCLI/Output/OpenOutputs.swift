/// Files that are written piece by piece, each with the same bytes.
struct OpenOutputs {
  private let files: [OpenOutput]

  init(_ files: [OpenOutput]) { self.files = files }

  var isEmpty: Bool { files.isEmpty }

  func write(_ bytes: [UInt8]) throws { for file in files { try file.write(bytes) } }

  func commit() throws { for file in files { try file.commit() } }
}

final class OpenOutput {
  private var file: OutputFile?

  init(path: String) throws { file = try OutputFile(path: path) }

  func write(_ bytes: [UInt8]) throws { try file?.write(bytes) }

  func commit() throws { try file.take()?.commit() }
}
