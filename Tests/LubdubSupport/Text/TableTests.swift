import LubdubSupport
import Testing

@Suite struct TableTests {
  private func table(_ text: String) throws -> Table {
    try #require(Table(Array(text.utf8)))
  }

  private func cells(_ text: String) throws -> [[String?]] {
    try table(text).rows.map { row in row.fields.indices.map { row[$0]?.string } }
  }

  @Test(arguments: [
    #"t,"a, b",c"#, "t\t\"a, b\"\tc", #" "t" ; "a, b" ;c"#, "t|a, b|c",
  ])
  func `A separator inside quotes is part of the field`(row: String) throws {
    let header =
      row.contains("\t")
      ? "x\ty\tz" : row.contains("|") ? "x|y|z" : row.contains(";") ? "x;y;z" : "x,y,z"
    #expect(try cells("\(header)\n\(row)\n") == [["t", "a, b", "c"]])
  }

  @Test func `A doubled quote inside quotes is one quote, and other quotes are kept`() throws {
    #expect(try cells("a,b\n\"say \"\"so\"\"\",5\" pipe\n") == [[#"say "so""#, #"5" pipe"#]])
    #expect(try cells("a,b\n\"\",\"\"\"\"\n") == [[nil, "\""]])
    #expect(try cells("a,b\n\"open,2\n") == [["\"open", "2"]])
  }

  @Test func `Words for a missing value give a missing value`() throws {
    let row = "NA,<NA>,n/a,NULL,None,nil,NaN,\"NA\",,nab"
    let header = (0..<10).map(String.init).joined(separator: ",")
    #expect(try cells("\(header)\n\(row)\n") == [[String?](repeating: nil, count: 9) + ["nab"]])
  }

  @Test func `Column names match without case, spaces, and brackets`() throws {
    let header = try table("Time [ms];Distanz (cm);\"RR-Interval\"\n").header
    #expect(header.names == ["time_ms", "distanz_cm", "rr_interval"])
    #expect(header.place(of: "time_s", "time_ms") == 0 && header.place(of: "time") == nil)
  }

  @Test func `A row of units completes the names, and a row of words does not`() throws {
    let measured = try table("t,x_mm,name\n[ms],mm,-\n1,2,s\n")
    #expect(measured.header.names == ["t_ms", "x_mm", "name"])
    #expect(measured.rows.map(\.line) == [3])
    #expect(try table("t,name\ns,Anna\n").header.names == ["t", "name"])
  }

  @Test func `Comments, blank lines, and repeated headers are skipped`() throws {
    let found = try table("# a\n\nsep=;\nt;x\n1;2\n# b\nt;x\n3;4\n")
    #expect(found.headerLine == 4 && found.ignored == 3)
    #expect(found.rows.map(\.line) == [5, 8])
    #expect(Table(Array("# only\n\n".utf8)) == nil)
  }

  @Test func `A row of another width reports its number of columns`() throws {
    let rows = Array(try table("a,b,c,d\n1,2,3,4,5\n1,2,3\n1,2,3,4,,\n").rows)
    #expect(rows[0].fault == "the row has 5 columns, the header 4")
    #expect(rows[1].fault == "the row has 3 columns, the header 4")
    #expect(rows[2].fault == nil)
  }

  @Test func `A comma in a number is a decimal comma if commas do not separate`() throws {
    let row = try #require(Array(try table("a;b;c\n1,5;\"2,5\";1,2,3\n").rows).first)
    #expect(row.number(0) == 1.5 && row.number(1) == 2.5 && row.number(2) == nil)
    let plain = try #require(Array(try table("a,b\n\"1,5\",2.5\n").rows).first)
    #expect(plain.number(0) == nil && plain.number(1) == 2.5)
  }
}
