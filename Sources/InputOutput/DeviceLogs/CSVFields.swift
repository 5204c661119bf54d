import Text

/// Columns found by their names, in whatever case; the first of two with one name counts.
struct CSVColumns {
  private var places: [String: Int] = [:]
  let count: Int

  init(header: [LogText]) {
    count = header.count
    for (place, name) in header.enumerated() {
      let name = name.string.lowercased()
      if places[name] == nil { places[name] = place }
    }
  }

  /// The place of the first of the names that there is.
  func place(of names: String...) -> Int? {
    names.lazy.compactMap { places[$0.lowercased()] }.first
  }
}

extension [LogText] {
  /// The field at a place; `nil` when the row is too short or has no such column.
  func field(_ place: Int?) -> LogText? {
    guard let place, indices.contains(place) else { return nil }
    return self[place]
  }
}

extension LogText {
  /// Whether a field says that there is no value.
  var isMissingValue: Bool {
    isEmpty || MissingWord(self) == .noValue
  }
}
