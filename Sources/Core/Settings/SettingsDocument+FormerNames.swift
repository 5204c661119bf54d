internal import Lubdub

extension SettingsDocument {
  /// One sentence with its place for each key or word that has another name now; those names are read
  /// for one version.
  public var notes: [String] {
    formerNames.map { "\(source)\($0.line.map { ":\($0)" } ?? ""): \($0.note)" }
  }

  /// The same with the lines apart.
  package var formerNames: [(line: Int?, note: String)] {
    entries.compactMap { entry in
      FormerNames.note(entry.key, entry.value).map { (entry.line, $0) }
    }
  }

  /// The same with the names of today.
  ///
  /// - Throws: `SettingsFileError` for a setting that is given by its former and by its present name.
  func withPresentNames() throws(SettingsFileError) -> SettingsDocument {
    var present = SettingsDocument(source: source)
    for entry in entries {
      for key in FormerNames.keys[entry.key] ?? [entry.key] {
        if key != entry.key, entries.contains(where: { $0.key == key }) {
          throw SettingsFileError(
            source: source, line: entry.line,
            rule: "\(entry.key) is the former name of \(key), which is given too; "
              + "leave one of them out")
        }
        present.entries.append(
          Entry(key: key, value: FormerNames.value(entry.value, of: key), line: entry.line))
      }
    }
    return present
  }
}
