enum PosterLanguage: String, Sendable, CaseIterable {
  case en
  case zhHant = "zh-Hant"
  case de

  /// The font families for a browser. Chinese families use the variant of the language.
  var fonts: String {
    self == .zhHant ? PosterText.fonts.replacing(" SC", with: " TC") : PosterText.fonts
  }

  func beats(_ count: Int) -> String {
    word(
      counted(count, "beat"), "\(count) 次心跳", "\(count) \(count == 1 ? "Schlag" : "Schläge")")
  }

  var felt: String { word("felt", "共同感受", "gespürt") }
  var recorded: String { word("recorded", "記錄時間", "aufgezeichnet") }
  var together: String { word("together", "相伴時光", "gemeinsam") }
  var nearest: String { word("at the nearest", "最近距離", "am nächsten") }

  /// The name of a ring. In Chinese, it is the name in the ring's shop.
  func name(of ring: CeremonyMessage.Ring) -> String {
    switch ring {
    case .classicSolitaire: word("Classic solitaire", "經典單鑽", "Klassischer Solitär")
    case .haloLuxury: word("Halo luxury", "奢華光環", "Luxus-Halo")
    case .minimalistBand: word("Minimalist band", "簡約素圈", "Schlichter Reif")
    }
  }

  func distance(_ meters: Double) -> String {
    // People nearer than a finger's width count as in contact, because 0 cm would look like an error.
    if meters < 0.015 { return word("contact", "相觸", "Berührung") }
    if meters < 1 { return "\(number(100 * meters, 0)) \(word("cm", "公分", "cm"))" }
    if meters < 1000 { return "\(number(meters, meters < 10 ? 1 : 0)) \(word("m", "公尺", "m"))" }
    return "\(number(meters / 1000, 1)) \(word("km", "公里", "km"))"
  }

  func length(_ seconds: Double) -> String {
    let (second, minute, hour) = (
      word("s", "秒", "s"), word("min", "分", "min"), word("h", "小時", "h")
    )
    let whole = Int(min(max(seconds, 0), 1e9).rounded())
    if whole < 120 { return "\(whole) \(second)" }
    if whole < 7200 { return "\(whole / 60) \(minute) \(whole % 60) \(second)" }
    return "\(whole / 3600) \(hour) \(whole / 60 % 60) \(minute)"
  }

  private func number(_ value: Double, _ decimals: Int) -> String {
    let text = NumberText.rounded(value, decimals)
    return self == .de ? text.replacing(".", with: ",") : text
  }

  private func word(_ english: String, _ chinese: String, _ german: String) -> String {
    switch self {
    case .en: english
    case .zhHant: chinese
    case .de: german
    }
  }
}
