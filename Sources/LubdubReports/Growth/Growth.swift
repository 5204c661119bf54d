internal import Lubdub

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// The measured growth of one series.
package struct Growth {
  /// What grew.
  package let name: String
  /// Sizes with the time of the work, in s.
  package let points: [(size: Int, seconds: Double)]

  /// A series that has been measured.
  package init(name: String, points: [(size: Int, seconds: Double)]) {
    self.name = name
    self.points = points
  }

  /// The slope of the line through the logarithms of the larger half of the points: 1 is a cost in
  /// proportion, -1 one that is shared out; `nil` for fewer than two points.
  package var slope: Double? {
    let tail = points.suffix(max(2, points.count / 2))
    guard tail.count > 1 else { return nil }
    let x = tail.map { log(Double($0.size)) }
    let y = tail.map { log($0.seconds) }
    let (meanX, meanY) = (x.reduce(0, +) / Double(x.count), y.reduce(0, +) / Double(y.count))
    let products = zip(x, y).map { ($0 - meanX) * ($1 - meanY) }
    let squares = x.map { ($0 - meanX) * ($0 - meanX) }
    return products.reduce(0, +) / squares.reduce(0, +)
  }

  /// The times in lines for a terminal.
  package var text: String {
    let lines = points.map { point in
      let each = point.seconds / Double(point.size) * 1e9
      return "  \(point.size): \((point.seconds * 1e3).rounded(decimals: 3)) ms, "
        + "\(each.rounded(decimals: 3)) ns each\n"
    }
    let slope = slope.map { ", slope \($0.rounded(decimals: 3))" } ?? ""
    return "\(name)\(slope)\n" + lines.joined()
  }

  /// Several series as CSV.
  package static func csv(_ growths: [Growth]) -> String {
    let rows = growths.flatMap { growth in
      growth.points.map { "\"\(growth.name)\",\($0.size),\($0.seconds)\n" }
    }
    return "series,size,seconds\n" + rows.joined()
  }
}
