/// Settings and the recordings that they affect. Each radio is searched separately, in fewer dimensions.
package struct TuningGroup: Sendable, Hashable {
  package let radios: Set<Radio>
  package let recordings: [Int]
  package let dimensions: [Int]

  package var name: String { radios.map(\.rawValue).sorted().joined(separator: "+") }
}

extension TuningTask {
  /// One group per radio, unless a recording or a setting joins radios. A front is never split.
  package var groups: [TuningGroup] {
    let radios = recordings.map { Set($0.records.map(\.sample.radio)) }
    let present = radios.reduce(into: Set<Radio>()) { $0.formUnion($1) }
    let reach = space.dimensions.map { $0.radios.intersection(present) }
    let isJoined = (radios + reach).contains { $0.count > 1 }
    let all = TuningGroup(
      radios: present, recordings: Array(recordings.indices),
      dimensions: Array(space.dimensions.indices))
    guard present.count > 1, !isJoined, !objective.isFront else { return [all] }
    return present.sorted { $0.rawValue < $1.rawValue }.map { radio in
      TuningGroup(
        radios: [radio], recordings: radios.indices.filter { radios[$0] == [radio] },
        dimensions: reach.indices.filter { reach[$0] == [radio] })
    }
    .filter { !$0.dimensions.isEmpty }
  }
}

extension Dimension {
  var radios: Set<Radio> {
    let parts = key.split(separator: ".").prefix(2).map { String($0) }
    if parts == ["zones", "range"] { return Set(Radio.allCases.filter { $0.family == .range }) }
    if parts.contains("rssi") { return [.ble] }
    if let radio = parts.lazy.compactMap({ Radio(rawValue: $0) }).first { return [radio] }
    return [.uwb, .ble]
  }
}
