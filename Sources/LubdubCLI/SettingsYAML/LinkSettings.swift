// Settings of single links, such as the anchors of one log. The key `links` contains one mapping of settings per link.
extension SettingsDocument {
  private static let prefix = "links."

  package var links: [String] {
    get throws(SettingsFileError) {
      var names: [String] = []
      for entry in entries {
        guard let (name, _) = try part(entry), !names.contains(name) else { continue }
        names.append(name)
      }
      return names
    }
  }

  /// The settings for one link: the settings of all links, and then the link's own settings. Settings of other links are
  /// omitted.
  package func settings(of link: String?) throws(SettingsFileError) -> SettingsDocument {
    var (common, own): ([Entry], [Entry]) = ([], [])
    for entry in entries {
      guard let (name, key) = try part(entry) else {
        common.append(entry)
        continue
      }
      if name == link { own.append(Entry(key: key, value: entry.value, line: entry.line)) }
    }
    return SettingsDocument(source: source, entries: common + own)
  }

  /// The link and the setting of an entry; `nil` for an entry that applies to all links. A name can contain dots.
  private func part(_ entry: Entry) throws(SettingsFileError) -> (link: String, key: String)? {
    guard entry.key.hasPrefix(Self.prefix) else { return nil }
    let words = entry.key.dropFirst(Self.prefix.count).split(
      separator: ".", omittingEmptySubsequences: false)
    for place in words.indices.dropFirst() {
      let key = words[place...].joined(separator: ".")
      guard Configuration.setting(key) != nil else { continue }
      return (words[..<place].joined(separator: "."), key)
    }
    throw SettingsFileError(
      source: source, line: entry.line,
      rule:
        "\(entry.key): expected the name of a link below links, and a setting such as uwb.bias below that"
    )
  }
}

extension ConfigurationWriter {
  package static func write(links: [(name: String, text: String)], heading: [String]) -> String {
    var lines = heading.map(\.hashComment) + ["links:"]
    for (name, text) in links {
      let key = YAMLText.quoted(name)
      // A key on the line of its colon has at most 1,024 characters (YAML 1.1, 9.1).
      lines += key.unicodeScalars.count <= 1000 ? ["  \(key):"] : ["  ? \(key)", "  :"]
      lines += text.split(separator: "\n").map { "    \($0)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
