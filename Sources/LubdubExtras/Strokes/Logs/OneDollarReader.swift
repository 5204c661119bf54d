/// Reads gestures of the $1 family of recognizers: `Point` with `X` and `Y` in pixels and `T` in milliseconds. In logs of $N
/// and later recognizers, a gesture contains `Stroke` elements.
enum OneDollarReader {
  static func recognises(_ start: [UInt8]) -> Bool { start[...].contains("<Gesture") }

  static func read(_ bytes: [UInt8], into sink: inout StrokeSink) {
    var scanner = XMLScanner(bytes)
    var name = ""
    var place: Int?
    while let event = scanner.next() {
      switch event {
      case .open("Gesture", let tag):
        name = XMLScanner.attribute("Name", of: tag)?.string ?? ""
        place = nil
      case .open("Stroke", _): place = nil
      case .open("Point", let tag):
        let stroke = place ?? sink.begin(name)
        place = stroke
        read(tag, scanner.line, stroke, into: &sink)
      case .open(let other, _) where !["Gestures"].contains(other): sink.ignore()
      case .cut: sink.reject(.damaged, scanner.line, "the file ends inside a tag")
      default: break
      }
    }
  }

  private static func read(_ tag: LogText, _ line: Int, _ place: Int, into sink: inout StrokeSink) {
    func number(_ name: String) -> Double? { XMLScanner.attribute(name, of: tag)?.decimal }
    guard let milliseconds = number("T") else {
      return XMLScanner.attribute("T", of: tag) == nil
        ? sink.reject(.missingTime, line) : sink.reject(.notANumber, line, "T is not a number")
    }
    guard let x = number("X"), let y = number("Y") else {
      return sink.reject(.notANumber, line, "X or Y is not a number")
    }
    sink.add(
      .init(time: milliseconds / 1000, x: x, y: y, pressure: number("Pressure"), line: line),
      to: place)
  }
}
