import Lubdub
import Testing

@Suite struct QuantityTests {
  @Test func `Quantities of one unit add, scale, and divide to a plain number`() {
    let edge: Meters = 0.25
    #expect(edge + 1 == Meters(1.25))
    #expect(edge * 4 == Meters(1))
    #expect(Meters(3) / Meters(1.5) == 2)
    #expect(-edge < .zero)
  }

  @Test func `A count of one uses the singular, and other counts use the plural`() {
    #expect(["0 rows", "1 row", "2 rows"] == (0...2).map { counted($0, "row") })
    #expect(counted(1, "fix states", "fixes state") == "1 fix states")
    #expect(counted(3, "fix states", "fixes state") == "3 fixes state")
  }

  @Test func `Two levels differ by decibels, and decibels shift a level`() {
    let near: DBm = -59
    let far: DBm = -79
    #expect(near - far == Decibels(20))
    #expect(far + Decibels(20) == near)
    #expect(near - Decibels(20) == far)
  }

  @Test func `An angle in radians becomes degrees`() {
    #expect(Degrees(radians: .pi) == 180)
    #expect(Degrees(radians: -.pi / 4) == -45)
  }

  @Test func `A quantity is printed with its unit`() {
    #expect(Meters(0.2).description == "0.2 m")
    #expect(DBm(-65).description == "-65.0 dBm")
  }

  @Test func `A quantity has the size of its number`() {
    #expect(MemoryLayout<Seconds>.size == MemoryLayout<Double>.size)
  }
}
