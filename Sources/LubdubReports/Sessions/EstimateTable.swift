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
    let zone = zone.flatMap { zoneNames.indices.contains($0) ? zoneNames[$0] : nil } ?? ""
    let comma = UInt8(ascii: ",")
    bytes.appendLine(capacity: 8 * LineBuffer.numberLength + 64 + zone.utf8.count) { line in
      func append(_ number: Double?) {
        if let number { line.append(number, then: comma) } else { line.append(comma) }
      }
      append(time.value)
      append(estimate?.distance.value)
      append(estimate?.standardDeviation.value)
      append(estimate?.noiseDeviation.value)
      append(estimate?.calibrationPart.value)
      append(estimate?.low.value)
      append(estimate?.high.value)
      append(estimate?.velocity?.value)
      line.append(estimate?.radio.rawValue ?? "", then: comma)
      line.append(estimate?.status.rawValue ?? "", then: comma)
      line.append(zone, then: comma)
      line.end()
    }
  }
}
