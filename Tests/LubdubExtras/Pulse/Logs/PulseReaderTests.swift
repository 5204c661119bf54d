import Lubdub
import LubdubExtras
import LubdubSupport
import Testing

@Suite struct PulseReaderTests {
  private static func log(_ text: String, rate: Hertz? = nil) throws -> PulseLog {
    try PulseLog(
      Array(text.utf8), path: "rr.txt", peaksAt: rate)
  }

  private static func lengths(_ log: PulseLog) throws -> [Double] {
    try #require(log.series()).intervals.intervals.map(\.length.value)
  }

  @Test(arguments: [
    "800\n810\n790\n", "800 810 790", "0.8\n0.81\n0.79\n", "# strap\r\n800,810;790\r\n",
    "\u{FEFF}800\t810 790\n", "rr_ms\n800\n810\n790\n", "t;rr_s\n1;0.8\n2;0.81\n3;0.79\n",
    "name,RR\nanna,800\nanna,810\nanna,790\n",
  ])
  func `Numbers in ms or s, in lines, columns, or with spaces, give the same intervals`(
    text: String
  ) throws {
    let found = try Self.lengths(try Self.log(text))
    #expect(zip(found, [800, 810, 790]).allSatisfy { abs($0 - $1) < 1e-9 } && found.count == 3)
  }

  @Test(arguments: [
    "1.0 1\n2.04 1.04\n3.01 0.97\n", "1000,1000\n2040,1040\n3010,970\n",
    "0;1.0\n1.0;1.04\n2.04;0.97\n",
    "rr\n[1/1024 s]\n1024\n1064.96\n993.28\n", "rr_1024\n1024\n1064.96\n993.28\n",
    "rr\n(ms)\n1000\n1040\n970\n",
  ])
  func `A time column isn't read as intervals, and units of 1/1024 s are recognized`(text: String)
    throws
  {
    let log = try Self.log(text)
    let found = try Self.lengths(log)
    #expect(zip(found, [1000, 1040, 970]).allSatisfy { abs($0 - $1) < 1e-6 }, "\(found)")
    #expect(found.count == 3 && log.report.rejected == 0)
  }

  @Test func `Two intervals per line are both read`() throws {
    #expect(try Self.lengths(try Self.log("800 810\n790 805\n795 800\n")).count == 6)
  }

  @Test func `FIT gives the intervals between the beats of its hr messages`() throws {
    func crc(_ times: [Int]) -> [UInt8] {
      stride(from: 0, to: times.count, by: 2).flatMap { place -> [UInt8] in
        let (one, two) = (times[place] & 0xFFF, times[place + 1] & 0xFFF)
        return [UInt8(one & 0xFF), UInt8(one >> 8 | (two & 0x0F) << 4), UInt8(two >> 4)]
      }
    }
    let times = [1024, 2048, 3072, 4160, 5184, 6144, 7168, 8192, 9216]
    var body: [UInt8] = [0x40, 0, 0, 132, 0, 1, 9, 4, 0x86, 0x00, 0, 4, 0, 0]
    body += [0x41, 0, 0, 132, 0, 1, 10, 12, 0x0D, 0x01] + crc(Array(times.dropFirst()))
    let file: [UInt8] =
      [12, 16, 0, 0, UInt8(body.count), 0, 0, 0] + Array(".FIT".utf8) + body + [0, 0]
    let found = try Self.lengths(try PulseLog(file, path: "x.fit"))
    #expect(found == [1000, 1000, 1062.5, 1000, 937.5, 1000, 1000, 1000])
  }

  @Test func `R peaks become intervals by a rate, which a column name can state`() throws {
    #expect(try Self.lengths(try Self.log("0\n200\n410\n", rate: 250)) == [800, 840])
    #expect(try Self.lengths(try Self.log("sample_500hz\n0\n400\n")) == [800])
    #expect(try Self.lengths(try Self.log("sample_500hz\n0\n400\n", rate: 250)) == [1600])
    #expect(throws: ReadError.self) { try Self.log("sample\n0\n400\n") }
  }

  @Test func `A bad value is counted with its line, and the series continues after a gap`() throws {
    let log = try Self.log("rr_ms\n800\nx\n-5\n820\n830,1\n840\n")
    #expect(log.report.accepted == 3 && log.report.rejected == 3)
    #expect(log.report.rejections[.notANumber]?.lines == [3])
    #expect(log.report.rejections[.implausibleInterval]?.lines == [4])
    #expect(log.report.rejections[.columnCount]?.lines == [6])
    let intervals = try #require(log.series()).intervals.intervals
    #expect(intervals.map(\.isContinued) == [false, false, true])
  }

  @Test func `A table with one column may use decimal commas`() throws {
    let log = try Self.log("RR\n812,5\n790,25\n800\n801,126\n812,5,3\n")
    #expect(try Self.lengths(log) == [812.5, 790.25, 800, 801.126])
    #expect(log.report.rejections[.columnCount]?.lines == [6])
    #expect(log.report.warnings == ["the commas are decimal commas"])
    #expect(try Self.lengths(try Self.log("rr_s\n0,812\n0,79\n")) == [812, 790])
    let pairs = try Self.log("rr_ms\n812,790\n805,801\n799,803\n")
    #expect(pairs.report.rejections[.columnCount]?.count == 3)
  }

  @Test(arguments: [
    ("72\n73\n72\n71\n", "heart rate"), ("t_s,hr\n0,72\n1,73\n", "heart rate"),
    ("", "empty"), ("a,b\n1,2\n", "not a pulse"), ("5000\n5200\n5400\n", "sample numbers"),
  ])
  func `A file without intervals is rejected with the reason`(text: String, word: String) {
    let error = #expect(throws: ReadError.self) { try Self.log(text) }
    #expect(error?.message.contains(word) == true, "\(error?.message ?? "")")
  }

  @Test func `Hearts in one table are separated by name`() throws {
    let log = try Self.log(
      "subject,activity,rr_ms\n1,rest,800\n1,run,400\n1,rest,810\n2,rest,900\n")
    #expect(log.series.map(\.name) == ["1 rest", "1 run", "2 rest"])
    #expect(log.series()?.name == "1 rest")
    #expect(log.series("2 rest")?.intervals.intervals.count == 1)
    #expect(log.series("3") == nil)
  }

  @Test func `The beat table that Lubdub writes is read back`() throws {
    let text =
      "t_s,rr_ms,label,rr_corrected_ms\n0.8,800,normal,800\n1.6,,inserted,790\n"
      + "2.4,1590,missed,800\n"
    #expect(try Self.lengths(try Self.log(text)) == [800, 1590])
  }
}
