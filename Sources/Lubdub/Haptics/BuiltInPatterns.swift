extension Pattern {
  /// The heartbeat: a lub, and after 0.15 s, or 0.4 of a shorter interval, a weaker and duller dub.
  public static let lubDub = Pattern(
    name: "lub-dub",
    elements: [
      Element(sharpness: 0.5),
      Element(offset: 0.15, intensity: 0.7, sharpness: 0.3),
    ])

  /// The two sounds of a heart: the second sound is higher and weaker than the first, and follows 0.31 s later at 60 beats per
  /// minute, sooner at faster rates (`TimeBase.systoles`).
  public static let physiological = Pattern(
    name: "physiological", timeBase: .systoles,
    elements: [
      Element(sharpness: 0.2),
      Element(offset: 1, intensity: 0.7, sharpness: 0.5),
    ])

  /// One tap per beat.
  public static let tap = Pattern(name: "tap", elements: [Element(sharpness: 0.5)])

  /// A swell like calm breathing: it rises for 0.4 of the interval, falls until 0.9, and then pauses.
  public static let breath = Pattern(
    name: "breath", timeBase: .intervals,
    elements: [
      Element(
        sharpness: 0.1,
        kind: .continuous(
          duration: 0.9,
          curve: [
            Element.CurvePoint(offset: 0, intensity: 0, sharpness: 0.1),
            Element.CurvePoint(offset: 0.2, intensity: 0.5, sharpness: 0.15),
            Element.CurvePoint(offset: 0.4, intensity: 1, sharpness: 0.2),
            Element.CurvePoint(offset: 0.65, intensity: 0.4, sharpness: 0.15),
            Element.CurvePoint(offset: 0.9, intensity: 0, sharpness: 0.1),
          ]))
    ])

  /// The sharp click of a counter.
  public static let geiger = Pattern(name: "geiger", elements: [Element(sharpness: 1)])

  /// A ping with two fading echoes, which come back sooner at a faster tempo.
  public static let sonar = Pattern(
    name: "sonar", timeBase: .intervals,
    elements: [
      Element(sharpness: 0.8), Element(offset: 0.25, intensity: 0.4, sharpness: 0.5),
      Element(offset: 0.5, intensity: 0.16, sharpness: 0.3),
    ])

  package static let builtIn: [Pattern] = [.lubDub, .physiological, .tap, .breath, .geiger, .sonar]

  package static func named(_ name: String) -> Pattern? {
    builtIn.first { $0.name == name }
  }

  package var naturalInterval: Seconds { name == Pattern.breath.name ? 10 : 1 }
}
