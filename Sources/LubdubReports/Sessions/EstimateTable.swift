package struct EstimateTable {
  private let zoneNames: [String]
  package private(set) var bytes: [UInt8]

  package init(zoneNames: [String]) {
    self.zoneNames = zoneNames
    bytes = Array(
      "t_s,range_m,sigma_m,noise_m,calibration_m,low_m,high_m,velocity_mps,source,status,zone\n"
        .utf8)
  }

  package mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  package mutating func add(_ estimate: DistanceEstimate?, at time: Seconds, zone: Int?) {
    append(time.value)
    append(estimate?.distance.value)
    append(estimate?.standardDeviation.value)
    append(estimate?.noiseDeviation.value)
    append(estimate?.calibrationPart.value)
    append(estimate?.low.value)
    append(estimate?.high.value)
    append(estimate?.velocity?.value)
    append(estimate?.radio.rawValue ?? "")
    append(estimate?.status.rawValue ?? "")
    append(zone.flatMap { zoneNames.indices.contains($0) ? zoneNames[$0] : nil } ?? "")
    bytes[bytes.count - 1] = UInt8(ascii: "\n")
  }

  private mutating func append(_ number: Double?) { append(number.map(JSONWriter.text(of:)) ?? "") }

  private mutating func append(_ field: String) {
    bytes.append(contentsOf: field.utf8)
    bytes.append(UInt8(ascii: ","))
  }
}
