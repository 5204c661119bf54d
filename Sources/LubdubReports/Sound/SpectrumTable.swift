internal import Lubdub
internal import LubdubSignals

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Spectrum and spectrogram as text.
package enum SpectrumTable {
  /// Both in full, one row for each time and frequency.
  package static func csv(_ analysis: SoundAnalysis) -> [UInt8] {
    var bytes = Array("kind,t_s,frequency_hz,density_per_hz\n".utf8)
    let (welch, picture) = (analysis.welch, analysis.spectrogram)
    for (frequency, density) in zip(welch.frequencies, welch.density) {
      bytes += "welch,,\(frequency.value),\(density)\n".utf8
    }
    for (column, time) in picture.times.enumerated() {
      for (row, frequency) in picture.frequencies.enumerated() {
        let density = picture[time: column, frequency: row]
        bytes += "spectrogram,\(time.value),\(frequency.value),\(density)\n".utf8
      }
    }
    return bytes
  }

  /// A summary for the terminal.
  package static func text(_ sound: Sound, _ analysis: SoundAnalysis) -> String {
    let welch = analysis.welch
    let seconds = NumberText.rounded(sound.duration.value, 3)
    var text = "\(sound.title), \(Int(sound.sampleRate.value)) Hz, \(seconds) s\n"
    text += "  peak       \(level(sound.peak * sound.peak))\n"
    text += "  RMS        \(level(sound.meanSquare))\n"
    text += "  strongest  \(NumberText.rounded(welch.peak.value, 1)) Hz\n"
    text +=
      "  Welch, \(welch.segments) segments of \(NumberText.rounded(1 / welch.spacing.value, 3)) s\n"
    return text + bands(analysis) + picture(analysis)
  }

  /// The power in third-octave bands (IEC 61260, base ten), as bars of 2 dB.
  private static func bands(_ analysis: SoundAnalysis) -> String {
    var text = ""
    for number in 13...40 {
      let center = pow(10, Double(number) / 10)
      let (low, high) = (center * pow(10, -0.05), center * pow(10, 0.05))
      if low > analysis.highest.value { break }
      let power = analysis.welch.power(in: Hertz(low)...Hertz(high.nextDown))
      if power <= 0 { continue }
      let bar = Int(max(0, (10 * log10(power) + 80) / 2))
      let name = left(NumberText.rounded(center, 0) + " Hz", 9)
      text += "  \(name)  \(left(level(power), 11))  \(String(repeating: "#", count: bar))\n"
    }
    return text
  }

  /// Twelve rows of frequencies over 64 columns of time, darker by 8 dB a step.
  private static func picture(_ analysis: SoundAnalysis) -> String {
    let grid = SpectrogramGrid(analysis, columns: 64, rows: 12)
    let shades = Array(" .:-=+*#%@")
    var text =
      "  spectrogram, 0...\(NumberText.rounded(grid.highest, 0)) Hz upwards, 8 dB a shade\n"
    for row in (0..<grid.rows).reversed() {
      let cells = (0..<grid.columns).map { column -> Character in
        let step = Int(-grid.level(column: column, row: row) / 8)
        return step < shades.count ? shades[shades.count - 1 - step] : " "
      }
      text += "  |\(String(cells))|\n"
    }
    return text
  }

  private static func level(_ power: Double) -> String {
    power > 0 ? "\(NumberText.rounded(10 * log10(power), 1)) dBFS" : "silence"
  }

  private static func left(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}

/// A spectrogram on a coarse grid: the largest density of each cell.
package struct SpectrogramGrid {
  package let columns: Int
  package let rows: Int
  /// The frequency of the upper edge, in hertz.
  package let highest: Double
  private let cells: [Double]
  private let largest: Double

  package init(_ analysis: SoundAnalysis, columns: Int, rows: Int) {
    let picture = analysis.spectrogram
    let bins = picture.frequencies.prefix { $0 <= analysis.highest }.count
    self.columns = min(columns, picture.times.count)
    self.rows = min(rows, bins)
    highest = analysis.highest.value
    var cells = [Double](repeating: 0, count: self.columns * self.rows)
    for time in picture.times.indices {
      let column = time * self.columns / picture.times.count
      for bin in 0..<bins {
        let cell = column * self.rows + bin * self.rows / bins
        cells[cell] = max(cells[cell], picture[time: time, frequency: bin])
      }
    }
    self.cells = cells
    largest = cells.max() ?? 0
  }

  /// The level of a cell below the loudest, in decibels: 0 or less, at least -200.
  package func level(column: Int, row: Int) -> Double {
    let density = cells[column * rows + row]
    return density > 0 ? max(-200, 10 * log10(density / largest)) : -200
  }
}
