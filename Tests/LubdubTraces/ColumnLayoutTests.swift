import Foundation
import TestSupport
import Testing

@testable import LubdubTraces

/// Columns, units, and times in other people's layouts: the proposed mapping reads them, or there is no proposal.
@Suite struct ColumnLayoutTests {
  /// A layout: its header, the form of a row, and the proposal.
  struct Layout: CustomTestStringConvertible, Sendable {
    let header: String?
    let proposal: String?
    var options = ""
    var encoding = String.Encoding.utf8
    var isReversed = false
    let row: @Sendable (WalkReading) -> String
    var testDescription: String { header ?? "no header, \(proposal ?? "none")" }

    init(
      _ header: String?, _ proposal: String?, options: String = "",
      encoding: String.Encoding = .utf8, isReversed: Bool = false,
      _ row: @escaping @Sendable (WalkReading) -> String
    ) {
      self.header = header
      self.proposal = proposal
      self.options = options
      self.encoding = encoding
      self.isReversed = isReversed
      self.row = row
    }

    static let readings: [WalkReading] = {
      var random = SeededGenerator(seed: 29)
      return (0..<120).map { index in
        let truth = 3 - 0.02 * Double(index)
        let range = max(0.05, truth + 0.03 * random.sumOfTwelve())
        return WalkReading(index: index, time: Double(index) / 10, truth: truth, range: range)
      }
    }()

    var bytes: [UInt8] {
      let rows = Self.readings.map(row)
      let text =
        ((header.map { [$0] } ?? []) + (isReversed ? rows.reversed() : rows))
        .joined(separator: "\n") + "\n"
      return [UInt8](text.data(using: encoding) ?? Data())
    }
  }

  private static func grouped(_ value: Double, _ mark: String) -> String {
    let whole = Int(value)
    return whole < 1000
      ? "\(whole)" : "\(whole / 1000)\(mark)" + String(format: "%03d", whole % 1000)
  }

  static let layouts: [Layout] = [
    // The truth first, thousands marks, a row of units, names with blanks and brackets.
    Layout("time_s,gt_distance_m,measured_m", "t=time_s,range=measured_m,truth=gt_distance_m") {
      "\($0.seconds),\($0.reference),\($0.meters)"
    },
    Layout("time_ms,distance_mm", "t=time_ms:ms,range=distance_mm:mm", options: "thousands ,") {
      "\($0.milliseconds),\"\(grouped(1000 * $0.range, ","))\""
    },
    Layout(
      "time_ms;distance_mm", "t=time_ms:ms,range=distance_mm:mm", options: "decimal , thousands ."
    ) {
      "\($0.milliseconds);\(grouped(1000 * $0.range, "."))"
    },
    Layout("when_ms,dist cm,strength", "t=when_ms:ms,range=dist cm:cm") {
      "\($0.milliseconds),\($0.centimeters),\($0.rssi)"
    },
    Layout("time,dist,ref\nms,cm,cm", "t=time:ms,range=dist:cm,truth=ref:cm") {
      "\($0.milliseconds),\($0.centimeters),\(text(100 * $0.truth, 2))"
    },
    Layout(
      "Zeit [s];Distanz [m];Referenz [m]", "t=Zeit [s],range=Distanz [m],truth=Referenz [m]",
      options: "decimal ,"
    ) { "\($0.seconds.comma);\($0.meters.comma);\($0.reference.comma)" },
    // Times of day over midnight, dates of every order, alone and beside times of day.
    Layout("time,range_m", "t=time:clock,range=range_m") {
      "\($0.date("HH:mm:ss.SSS")),\($0.meters)"
    },
    Layout(
      "Datum;Uhrzeit;Abstand (cm)", "t=Uhrzeit:clock,date=Datum:dmy,range=Abstand (cm):cm",
      options: "decimal ,"
    ) { "\($0.date("dd.MM.yyyy"));\($0.date("HH:mm:ss,SSS"));\($0.centimeters.comma)" },
    Layout("timestamp,distance_m", "t=timestamp:mdy,range=distance_m") {
      "\($0.date("MM/dd/yyyy hh:mm:ss.SSS a")),\($0.meters)"
    },
    Layout("timestamp,distance_m", "t=timestamp:dmy,range=distance_m") {
      "\($0.date("dd/MM/yyyy HH:mm:ss.SSS")),\($0.meters)"
    },
    Layout("timestamp;distance_m", "t=timestamp:iso,range=distance_m", options: "decimal ,") {
      "\($0.date("yyyy-MM-dd'T'HH:mm:ss,SSS"));\($0.meters.comma)"
    },
    Layout("date,time,range_m", "t=time:clock,date=date:iso,range=range_m") {
      "\($0.date("yyyy-MM-dd")),\($0.date("HH:mm:ss.SSS")),\($0.meters)"
    },
    Layout("time,ground_truth,range", "t=time:iso,range=range,truth=ground_truth") {
      "\($0.date("dd MMM yyyy HH:mm:ss.SSS")),\($0.reference),\($0.meters)"
    },
    Layout(
      "Datum,Zeit,Soll (m),Ist (m),RSSI",
      "t=Zeit:clock,date=Datum:dmy,range=Ist (m),truth=Soll (m)"
    ) {
      "\($0.date("dd.MM.yy")),\($0.date("HH:mm:ss.SSS")),\(text($0.truth, 2)),\($0.meters),\($0.rssi)"
    },
    // Encodings, blanks between fields, no header, one column an anchor, newest first.
    Layout("Zeit;Entfernung für Tür_m", "t=Zeit,range=Entfernung für Tür_m", encoding: .isoLatin1) {
      "\($0.seconds);\($0.meters)"
    },
    Layout(
      "Zeit (s);Entfernung (m)", "t=Zeit (s),range=Entfernung (m)", options: "decimal ,",
      encoding: .utf16
    ) { "\($0.seconds.comma);\($0.meters.comma)" },
    Layout("time_s distance_m rssi", "t=time_s,range=distance_m") {
      "\($0.seconds)   \($0.meters) \($0.rssi)"
    },
    Layout(nil, "t=1,range=2") { "\($0.seconds),\($0.meters)" },
    Layout(nil, "t=1:ms,range=2") {
      "\(1_764_000_000_000 + $0.milliseconds) \($0.meters) \($0.rssi)"
    },
    Layout("t_ms,anchor1_m,anchor2_m", "t=t_ms:ms,range=anchor1_m|anchor2_m") {
      "\($0.milliseconds),\($0.meters),\($0.farther)"
    },
    Layout("t (ms), d0 (m), d1 (m)", "t=t (ms):ms,range=d0 (m)|d1 (m)") {
      "\($0.milliseconds), \($0.meters), \($0.farther)"
    },
    Layout("time,dist_anchor_1,dist_anchor_2", "t=time,range=dist_anchor_1|dist_anchor_2") {
      "\($0.seconds),\($0.meters),\($0.farther)"
    },
    Layout("time_s,distance_m", "t=time_s,range=distance_m", isReversed: true) {
      "\($0.seconds),\($0.meters)"
    },
    // JSON lines.
    Layout(nil, "t=data.ts:ms,range=data.dist_cm:cm") {
      "{\"type\":\"m\",\"data\":{\"ts\":\($0.milliseconds),\"dist_cm\":\($0.centimeters)},\"rssi\":\($0.rssi)}"
    },
    Layout(nil, "t=time:iso,range=range.value") {
      "{\"time\":\"\($0.date("yyyy-MM-dd'T'HH:mm:ss.SSS"))Z\",\"range\":{\"value\":\($0.meters),\"unit\":\"m\"}}"
    },
    Layout(nil, "t=t,range=anchors.0.d|anchors.1.d") {
      "{\"t\":\($0.time),\"anchors\":[{\"d\":\($0.meters)},{\"d\":\($0.farther)}]}"
    },
    Layout(nil, "t=ts:ms,range=payload.distance_m,truth=payload.truth_m") {
      "{\"ts\":\(1_764_000_000_000 + $0.milliseconds),\"event\":\"range\",\"payload\":{\"distance_m\":\($0.meters),\"truth_m\":\($0.reference)}}"
    },
    Layout(nil, "t=timestamp,rssi=rssi,peer=mac") {
      "{\"timestamp\":\(1_764_000_000 + $0.time),\"rssi\":\(text(Double($0.rssi) - 0.5, 1)),\"mac\":\"aa:bb\"}"
    },
    // Short and long names, other languages, units by name and by size.
    Layout("t,d", "t=t,range=d") { "\($0.seconds),\($0.meters)" },
    Layout("Elapsed (s),Range (m),RSSI (dBm)", "t=Elapsed (s),range=Range (m)") {
      "\($0.seconds),\($0.meters),\($0.rssi)"
    },
    Layout("timestamp_us\tdistance_mm\trssi", "t=timestamp_us:us,range=distance_mm:mm") {
      "\(Int(1e6 * $0.time))\t\($0.millimeters)\t\($0.rssi)"
    },
    Layout(
      "time,actual_distance,measured_distance",
      "t=time,range=measured_distance,truth=actual_distance"
    ) {
      "\($0.seconds),\($0.reference),\($0.meters)"
    },
    Layout("time,mocap_m,uwb_m", "t=time,range=uwb_m,truth=mocap_m") {
      "\($0.seconds),\($0.reference),\($0.meters)"
    },
    Layout("time,distance,distance_error,std", "t=time,range=distance") {
      "\($0.seconds),\($0.meters),\(text($0.range - $0.truth, 3)),0.03"
    },
    Layout("time,range_std,range", "t=time,range=range") { "\($0.seconds),0.030,\($0.meters)" },
    Layout("tiempo_ms,distancia_cm", "t=tiempo_ms:ms,range=distancia_cm:cm") {
      "\($0.milliseconds),\(Int(100 * $0.range))"
    },
    Layout(
      "temps (s);distance (m);référence (m)", "t=temps (s),range=distance (m),truth=référence (m)",
      options: "decimal ,"
    ) { "\($0.seconds.comma);\($0.meters.comma);\($0.reference.comma)" },
    Layout(
      "laser_mm,uwb_distance_mm,millis", "t=millis:ms,range=uwb_distance_mm:mm,truth=laser_mm:mm"
    ) {
      "\(Int(1000 * $0.truth)),\($0.millimeters),\($0.milliseconds)"
    },
    Layout("time_s,range_ft", "t=time_s,range=range_ft:ft") {
      "\($0.seconds),\(text($0.range / 0.3048, 2))"
    },
    Layout("time|distance|rssi", "t=time,range=distance") {
      "\($0.seconds)|\($0.meters)|\($0.rssi)"
    },
    Layout("nr;Uhrzeit;Abstand_m", "t=Uhrzeit:clock,range=Abstand_m", options: "decimal ,") {
      "\($0.index);\($0.date("HH:mm:ss.SSS"));\($0.meters.comma)"
    },
    Layout("frame;ts_ns;range_m;nlos", "t=ts_ns:ns,range=range_m") {
      "\($0.index);\(1_764_000_000_000_000_000 + Int(1e9 * $0.time));\($0.meters);0"
    },
    Layout("Time,Distance_raw,Distance_filtered", "t=Time,range=Distance_raw") {
      "\($0.seconds),\($0.meters),\(text($0.truth, 3))"
    },
    Layout("ms_since_boot,range_cm,anchor", "t=ms_since_boot:ms,range=range_cm:cm,peer=anchor") {
      "\($0.milliseconds),\($0.centimeters),A1"
    },
    Layout("Tijd (s);Afstand (m)", "t=Tijd (s),range=Afstand (m)", options: "decimal ,") {
      "\($0.seconds.comma);\($0.meters.comma)"
    },
    // As projects with radios of Decawave, Qorvo, Pozyx and Makerfabs write them.
    Layout("Timestep (ms),Distance (mm)", "t=Timestep (ms):ms,range=Distance (mm):mm") {
      "\($0.milliseconds),\($0.millimeters)"
    },
    Layout(
      "timestamp,range,from_id,to_id,tx1,rx1,fpp1,skew1,bias,gt_range",
      "t=timestamp,range=range,truth=gt_range"
    ) {
      "\(text($0.time, 4)),\(text($0.range, 4)),10,20,418793104067,419282763488,-82.1,0.3,0.05,\(text($0.truth, 5))"
    },
    Layout(
      "timestamp,sessionid,anchor_id,range,rssi,los_confidence",
      "t=timestamp:us,range=range,peer=anchor_id"
    ) {
      "\(12_345_678 + Int(1e6 * $0.time)),1,3,\($0.meters),\($0.rssi),90"
    },
    Layout("NLOS,RANGE,FP_IDX,FP_AMP1,STDEV_NOISE,CIR_PWR", "range=RANGE", options: "rate") {
      "0,\(text($0.range, 2)),749,4889,64,13181"
    },
    Layout(nil, "range=links.0.R|links.1.R", options: "rate") {
      "{\"links\":[{\"A\":\"1782\",\"R\":\"\(text($0.range, 2))\"},{\"A\":\"1783\",\"R\":\"\(text($0.range + 1, 2))\"}]}"
    },
    Layout(nil, nil) {
      "{\"ts\":\(418_793_104_067 + 489_659_421 * $0.index),\"utime\":\(92_619_018 + 7_660 * $0.index),\"rssi0\":\"-90.9\",\"pd\":\"1.374\"}"
    },
    Layout(nil, nil) {
      "range2 \(text($0.time, 2)) \($0.meters) 0.02 \(text($0.range / 2, 2)) 2.50 1.20 7"
    },
    Layout(nil, nil) { "from: 1782\t Range: \(text($0.range, 2)) m\t RX power: \($0.rssi).2 dBm" },
    Layout(nil, nil) {
      "AT+RANGE=tid:0,mask:01,seq:\($0.index),range:(\(Int(100 * $0.range)),0,0,0),rssi:(\($0.rssi).93,0,0,0)"
    },
    Layout(
      "Time,Tag,Anchor,Distance [m],Reference [m],Error [m]",
      "t=Time,range=Distance [m],truth=Reference [m],peer=Tag"
    ) {
      "\(text($0.time, 3)),T1,A4,\($0.meters),\($0.reference),\(text($0.range - $0.truth, 4))"
    },
    // As an analysis of Estimote's stickers and a study with Estimote's indoor positions write them.
    Layout("timestamp,device_id,rssi", "t=timestamp,rssi=rssi,peer=device_id") {
      "\(text(1_504_000_000 + $0.time, 1)),4fd1a5bc0e38a2c1,\($0.rssi)"
    },
    Layout("Time; Position.X; Position.Y; Orientation; Accuracy; Action", nil) {
      "\(text(58_109.882 + $0.time, 3));\(text($0.range, 9)); \(text(21 - $0.range, 9));8.41479854265663;1;"
    },
    // What says nothing about ranges.
    Layout("x,y,z", nil) { "\($0.seconds),\($0.meters),1.0" },
    Layout("temperature,humidity", nil) { "\($0.seconds),\($0.meters)" },
    Layout("time,quality,fom", nil) { "\($0.seconds),\($0.rssi),\($0.index)" },
  ]

  @Test(arguments: layouts)
  func `Each layout gets the expected proposal, which reads the log`(layout: Layout) throws {
    var parser = TraceParser(options: ReadOptions())
    let error = #expect(throws: ReadError.self) {
      try parser.feed(layout.bytes)
      try parser.finish()
    }
    #expect(error?.proposal?.columns == layout.proposal, "\(error?.message ?? "")")
    guard let proposal = error?.proposal else { return }
    let marks =
      (proposal.usesDecimalComma ? ["decimal ,"] : [])
      + (proposal.thousandsMark.map { ["thousands \($0)"] } ?? [])
      + (proposal.needsRate ? ["rate"] : [])
    #expect(marks.joined(separator: " ") == layout.options)
    let (records, report) = try Self.read(layout.bytes, proposal)
    let links = proposal.columns.contains("|") ? 2 : 1
    #expect(report.accepted == links * Layout.readings.count, "\(report.rejectionLines)")
    let first = try #require(records.first), last = try #require(records.last)
    let length = (last.sample.time - first.sample.time).value
    #expect(proposal.needsRate || abs(length - 11.9) < 0.01, "\(length)")
    if let range = first.sample.range { #expect(abs(range.value - 3) < 0.2) }
    if proposal.columns.contains("truth=") { #expect(abs((first.truth?.value ?? 0) - 3) < 0.01) }
  }

  private static func read(
    _ bytes: [UInt8], _ proposal: ReadError.Proposal
  ) throws -> (records: [TraceRecord], report: ReadReport) {
    var options = ReadOptions()
    options.columns = try ColumnMapping(proposal.columns)
    options.columns?.usesDecimalComma = proposal.usesDecimalComma
    options.columns?.thousandsMark = proposal.thousandsMark
    if proposal.needsRate { options.period = 0.1 }
    let log = try ReadLog(bytes, options: options)
    return (log.records, log.report)
  }
}

private func text(_ value: Double, _ digits: Int) -> String {
  String(format: "%.\(digits)f", value)
}

extension String {
  /// The number with a decimal comma.
  fileprivate var comma: String { replacing(".", with: ",") }
}

extension WalkReading {
  fileprivate var seconds: String { text(time, 1) }
  fileprivate var milliseconds: Int { Int(1000 * time) }
  fileprivate var meters: String { text(range, 3) }
  fileprivate var centimeters: String { text(100 * range, 1) }
  fileprivate var millimeters: Int { Int(1000 * range) }
  /// The range of a second anchor, in meters.
  fileprivate var farther: String { text(range + 1, 3) }
  /// The truth in meters.
  fileprivate var reference: String { text(truth, 4) }

  fileprivate func date(_ format: String) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = format
    return formatter.string(from: Date(timeIntervalSince1970: 1_764_028_795 + time))
  }
}
