/// The time of the last row of each link, in s; rows that name no link are one of their own.
struct LinkTimes: Sendable {
  private var times: [Double] = []

  /// The time of a link at its place; that of one without rows is before all others.
  subscript(place: Int) -> Double {
    get { place < times.count ? times[place] : -.infinity }
    set {
      while times.count <= place { times.append(-.infinity) }
      times[place] = newValue
    }
  }

  static func place(of link: NameTable.Index?) -> Int { link.map { Int($0) + 1 } ?? 0 }
}
