/// All cues: the cues of the ceremony, of regions and wires, and of the annexes.
enum CueTable {
  static var cues: [(cue: Cue, meaning: String)] { own + Annex.all.flatMap(\.cues) }

  private static let own: [(cue: Cue, meaning: String)] = [
    (.tap, "the trigger was held long enough"), (.ringSent, "the ring was sent"),
    (.ringAttached, "the ring has arrived"), (.baseEntered, "a region was entered"),
    (.baseLeft, "a region was left"), (.tripwire, "a wire was crossed"),
  ]

  static var names: [String] { cues.map(\.cue.name) }

  /// A cue as its own timeline; `nil` for an unknown name.
  static func timeline(of name: String) -> Timeline? {
    cues.first { $0.cue.name == name }.map { Timeline(cues: [($0.cue, .zero)], duration: .zero) }
  }

  /// A list of patterns and cues, one per line.
  static var list: String {
    let patterns = Pattern.builtIn.map { pattern in
      let rate = NumberText.rounded(60 / pattern.naturalInterval.value, 0)
      return (name: pattern.name, text: "pattern, \(rate) beats per minute")
    }
    let all = patterns + cues.map { (name: $0.cue.name, text: "cue: \($0.meaning)") }
    let width = all.map(\.name.count).max() ?? 0
    return all.map { name, text in
      name + String(repeating: " ", count: width + 2 - name.count) + text + "\n"
    }.joined()
  }
}
