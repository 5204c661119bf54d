/// The scores of a configuration on recordings, saved in a file for later comparisons.
package struct SavedScores: Sendable {
  package let name: String
  package let configuration: Configuration
  /// The recordings, each as `set/name`.
  package let recordings: [String]
  package let scores: [Score]
  package let contents: [String]
  package let isFitted: Bool

  package init(
    name: String, configuration: Configuration, recordings: [Recording], scores: [Score],
    isFitted: Bool
  ) {
    (self.name, self.configuration, self.isFitted) = (name, configuration, isFitted)
    self.recordings = recordings.map(\.place)
    contents = recordings.map(Self.content)
    self.scores = scores
  }

  private static func content(_ recording: Recording) -> String {
    "\(recording.digest) \(recording.records.count { $0.truth != nil })"
  }

  private static let format = "lubdub scores 1"

  /// The scores as JSON: the numbers of `Score` in base64, and the settings as in `lubdub preset --all`.
  package var json: JSONValue {
    [
      "format": .string(Self.format), "name": .string(name),
      "configuration": SettingsJSON.value(of: configuration),
      "recordings": .array(recordings.map { .string($0) }),
      "contents": .array(contents.map { .string($0) }), "fitted": .bool(isFitted),
      "scores": .string(Score.text(of: scores)),
    ]
  }

  package init(_ json: JSONValue) throws(SettingError) {
    let names = json["recordings"]?.array?.compactMap(\.string) ?? []
    let contents = json["contents"]?.array?.compactMap(\.string) ?? []
    guard json["format"]?.string == Self.format, contents.count == names.count,
      let settings = json["configuration"],
      let lists = try? Score.list(of: json, count: names.count),
      let configuration = try? SettingsJSON.decode(
        settings, source: "scores", vocabulary: .workbench)
    else {
      throw SettingError(
        key: "scores",
        rule:
          "is not a file of scores of this version; `lubdub compare FIRST SECOND TRACES -o FILE.json` writes one"
      )
    }
    (name, self.configuration) = (json["name"]?.string ?? "", configuration)
    (recordings, self.contents, scores) = (names, contents, lists.map { $0 ?? Score() })
    isFitted = json["fitted"] == .bool(true)
  }

  package func scores(of wanted: [Recording]) throws(SettingError) -> [Score] {
    let places = Dictionary(zip(recordings, recordings.indices)) { first, _ in first }
    var found: [Score] = []
    for recording in wanted {
      guard let place = places[recording.place] else {
        throw SettingError(
          key: "scores",
          rule: "do not have \(recording.place); they have \(recordings.count) recordings, such as "
            + (recordings.first ?? "none"))
      }
      guard contents[place] == Self.content(recording) else {
        throw SettingError(
          key: "scores",
          rule: "are of another recording called \(recording.place): its rows or its truth differ")
      }
      found.append(scores[place])
    }
    return found
  }
}
