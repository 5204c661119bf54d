public import Lubdub
public import LubdubGround

/// What a configuration scored on recordings, to be kept in a file and compared with later.
public struct SavedScores: Sendable {
  /// What the configuration is called.
  public let name: String
  /// The settings that zones and heartbeats are compared by.
  public let configuration: Configuration
  /// The recordings, each as `set/name`.
  public let recordings: [String]
  /// Their scores, in the same order.
  public let scores: [Score]

  /// Scores to be saved.
  public init(name: String, configuration: Configuration, recordings: [String], scores: [Score]) {
    (self.name, self.configuration) = (name, configuration)
    (self.recordings, self.scores) = (recordings, scores)
  }

  private static let format = "lubdub scores 1"

  /// The scores as JSON: the numbers of `Score` in base64, the settings as `lubdub preset --all` has them.
  public var json: JSONValue {
    [
      "format": .string(Self.format), "name": .string(name),
      "configuration": SettingsJSON.value(of: configuration),
      "recordings": .array(recordings.map { .string($0) }),
      "scores": .string(Score.text(of: scores)),
    ]
  }

  /// Reads scores back.
  ///
  /// - Throws: `SettingError` when they are none, or of another version.
  public init(_ json: JSONValue) throws(SettingError) {
    let names = json["recordings"]?.array?.compactMap(\.string) ?? []
    guard json["format"]?.string == Self.format, let settings = json["configuration"],
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
    self.init(
      name: json["name"]?.string ?? "", configuration: configuration, recordings: names,
      scores: lists.map { $0 ?? Score() })
  }

  /// The scores of these recordings, in their order; `nil` where one is not among them.
  public func scores(of names: [String]) -> [Score]? {
    let known = Dictionary(zip(recordings, scores)) { first, _ in first }
    let found = names.compactMap { known[$0] }
    return found.count == names.count ? found : nil
  }
}
