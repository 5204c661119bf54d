internal import Foundation

/// Converts drawings to PNG with `rsvg-convert` of librsvg, which shapes joined scripts, and searches all fonts of the
/// machine for each letter.
package enum SVGConverter {
  package struct Fault: Error, CustomStringConvertible { package let description: String }

  private static let name = "rsvg-convert"
  private static let missing =
    "found no \(name), which writes PNG; install it (Debian: librsvg2-bin), or write .svg or .html instead"

  /// The picture, in the size that the drawing states. `rsvg-convert` reads the whole drawing before it writes.
  package static func png(of svg: [UInt8]) throws(Fault) -> [UInt8] {
    guard let program = executable(named: name) else { throw Fault(description: missing) }
    let (converter, drawing, picture) = (Process(), Pipe(), Pipe())
    converter.executableURL = URL(filePath: program)
    converter.arguments = ["--format", "png"]
    (converter.standardInput, converter.standardOutput) = (drawing, picture)
    do {
      try converter.run()
      try drawing.fileHandleForWriting.write(contentsOf: svg)
      try drawing.fileHandleForWriting.close()
      let bytes = try picture.fileHandleForReading.readToEnd() ?? Data()
      converter.waitUntilExit()
      if converter.terminationStatus == 0, !bytes.isEmpty { return Array(bytes) }
    } catch {
      if converter.isRunning { converter.terminate() }
    }
    throw Fault(description: "\(program) could not make the picture; write .svg or .html instead")
  }
}
