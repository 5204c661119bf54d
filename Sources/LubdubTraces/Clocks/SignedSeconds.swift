/// A time with its sign, as in `+3,600 s`.
enum SignedSeconds {
  static func text(_ seconds: Double) -> String {
    let thousandths = (seconds.magnitude * 1000).rounded()
    guard thousandths < 1e18 else { return "\(seconds) s" }
    let (whole, rest) = Int64(thousandths).quotientAndRemainder(dividingBy: 1000)
    var text = ""
    for (place, digit) in String(whole).reversed().enumerated() {
      if place > 0, place.isMultiple(of: 3) { text = "," + text }
      text = "\(digit)" + text
    }
    var decimals = rest == 0 ? "" : "." + String(String(1000 + rest).dropFirst())
    while decimals.last == "0" { decimals.removeLast() }
    return (seconds < 0 ? "-" : "+") + text + decimals + " s"
  }
}
