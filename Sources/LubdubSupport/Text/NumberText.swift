/// Numbers as text: the only definition of the form of numbers in tables, summaries, and plots.
package enum NumberText {
  /// The shortest text that reads back as the same number, whole numbers without a fraction.
  package static func shortest(_ number: Double) -> String {
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// A number rounded to `decimals` decimals, without trailing zeros, such as `1.5`.
  package static func rounded(_ number: Double, _ decimals: Int) -> String {
    shortest(number.rounded(decimals: decimals))
  }

  /// A number with exactly `decimals` decimals, such as `1.500`, for columns; `-` for `nil`.
  package static func fixed(_ number: Double?, _ decimals: Int = 3) -> String {
    guard let number, number.isFinite else { return "-" }
    let unit = Double.power10(decimals)
    let scaled = (abs(number) * unit).rounded()
    guard scaled < 1e15 else { return "\(number)" }
    let whole = Int64(scaled)
    let sign = number < 0 && whole > 0 ? "-" : ""
    guard decimals > 0 else { return sign + "\(whole)" }
    let fraction = "\(whole % Int64(unit))"
    let zeros = String(repeating: "0", count: decimals - fraction.count)
    return sign + "\(whole / Int64(unit))." + zeros + fraction
  }

  package static func fixed(_ numbers: [Double?], _ decimals: Int = 3) -> [String] {
    numbers.map { fixed($0, decimals) }
  }

  /// A number with `digits` significant digits when it is below 1, such as `0.0042`, and otherwise with `digits` − 1 decimals.
  package static func significant(_ number: Double, _ digits: Int) -> String {
    var (decimals, scaled) = (digits - 1, abs(number))
    while decimals < 12, scaled < 1 { (decimals, scaled) = (decimals + 1, scaled * 10) }
    return rounded(number, decimals)
  }

  package static func seconds(_ number: Double) -> String { "\(rounded(number, 2)) s" }

  /// A share from 0 to 1 for people, such as `12.5%`. A share above 0 never reads as 0%, and a share below 1 never as 100%.
  package static func percent(_ share: Double) -> String {
    let text = rounded(100 * share, 1)
    if text == "0", share > 0 { return "<0.1%" }
    if text == "100", share < 1 { return ">99.9%" }
    return "\(text)%"
  }
}
