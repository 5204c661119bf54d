/// Suggestions for a name that does not exist.
package enum Spelling {
  package static func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    var row = Array(0...right.count)
    for (i, a) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, b) in right.enumerated() {
        let change = diagonal + (a == b ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(change, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[right.count]
  }

  /// The most similar of some names, or the first name that begins with the word; `nil` if no name is similar.
  package static func nearest(to word: String, in names: [String]) -> String? {
    let word = word.lowercased()
    let near = names.map { (name: $0, distance: distance(word, $0.lowercased())) }
      .min { $0.distance < $1.distance }
    let letters = word.utf8.sorted()
    if let same = names.first(where: { $0.lowercased().utf8.sorted() == letters }) { return same }
    if let near, near.distance <= max(1, near.name.utf8.count / 3) { return near.name }
    return word.utf8.count < 3 ? nil : names.first { $0.lowercased().hasPrefix(word) }
  }

  /// The question after an error: `did you mean run?`
  package static func question(_ word: String, _ names: [String]) -> String? {
    nearest(to: word, in: names).map { "did you mean \($0)?" }
  }
}
