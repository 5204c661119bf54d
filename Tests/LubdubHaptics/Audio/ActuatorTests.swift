import Foundation
import Lubdub
import LubdubHaptics
import Testing

@Suite struct ActuatorTests {
  /// Amplitude of one frequency in the samples of a range.
  private func amplitude(_ samples: [Float], _ hertz: Double, _ range: Range<Int>, _ rate: Double)
    -> Double
  {
    var (inPhase, quadrature) = (0.0, 0.0)
    for index in range {
      let turns = hertz * Double(index) / rate
      inPhase += Double(samples[index]) * sine(turns)
      quadrature += Double(samples[index]) * sine(turns + 0.25)
    }
    return 2 * (inPhase * inPhase + quadrature * quadrature).squareRoot() / Double(range.count)
  }

  /// The acceleration of the mass by a Runge-Kutta integration of its equation of motion: a different method than the
  /// product's.
  private func integrate(_ drive: [Float], _ model: LRA, _ rate: Double) -> [Float] {
    let omega = 2 * Double.pi * model.resonance.value
    let acceleration = { (place: Double, speed: Double, force: Double) in
      force - omega / model.quality * speed - omega * omega * place
    }
    var (place, speed, step) = (0.0, 0.0, 1 / rate)
    step *= 1
    return drive.indices.map { index in
      let now = Double(drive[index])
      let next = Double(index + 1 < drive.count ? drive[index + 1] : 0)
      let result = acceleration(place, speed, now) / model.quality
      let middle = (now + next) / 2
      let (v1, a1) = (speed, acceleration(place, speed, now))
      let (v2, a2) = (
        speed + a1 * step / 2, acceleration(place + v1 * step / 2, speed + a1 * step / 2, middle)
      )
      let (v3, a3) = (
        speed + a2 * step / 2, acceleration(place + v2 * step / 2, speed + a2 * step / 2, middle)
      )
      let (v4, a4) = (
        speed + a3 * step, acceleration(place + v3 * step, speed + a3 * step, next)
      )
      place += step / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
      speed += step / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
      return Float(result)
    }
  }

  /// The error, in decibels, of steady acceleration against the pattern at each frequency.
  private func errors(compensates: Bool, _ rate: Int, integrated: Bool) throws -> [Double] {
    try stride(from: 100.0, through: 250, by: 15).map { hertz in
      let pattern = steady(0.5, sharpness: 0)
      let band = Hertz(hertz)...Hertz(hertz)
      let lra = RenderOptions(
        sampleRate: rate, actuator: .lra(), signal: integrated ? .drive : .acceleration,
        compensates: compensates, sharpness: .linear(band))
      let flat = RenderOptions(sampleRate: rate, sharpness: .linear(band))
      let gain = try Renderer(pattern, lra).gain / Renderer(pattern, flat).gain
      var played = try renderSamples(pattern, lra)
      if integrated { played = integrate(played, LRA(), Double(rate)) }
      let wanted = try renderSamples(pattern, flat)
      let middle = rate / 5..<rate * 2 / 5
      let ratio =
        amplitude(played, hertz, middle, Double(rate))
        / (gain * amplitude(wanted, hertz, middle, Double(rate)))
      return 20 * log10(ratio)
    }
  }

  @Test(
    "Compensated acceleration matches the pattern within 1 dB from 100 to 250 Hz",
    arguments: [(48_000, true), (8_000, false)])
  func compensation(_ rate: Int, _ integrated: Bool) throws {
    let on = try errors(compensates: true, rate, integrated: integrated)
    let off = try errors(compensates: false, rate, integrated: integrated)
    let worstOn = on.map(abs).max() ?? .infinity
    let worstOff = off.map(abs).max() ?? 0
    print("compensation at \(rate) Hz: worst error on \(worstOn) dB, off \(worstOff) dB")
    #expect(worstOn < 1)
    #expect(worstOff > 10)
  }

  @Test func `The compensated acceleration of a sweep matches the pattern's samples`() throws {
    let curve = [
      HapticEvent.CurvePoint(time: 0, intensity: 1, sharpness: 0),
      HapticEvent.CurvePoint(time: 1, intensity: 1, sharpness: 1),
    ]
    let pattern = steady(1, curve: curve, at: 0.5)
    let lra = RenderOptions(actuator: .lra(), compensates: true)
    let flat = RenderOptions(sharpness: .linear(100...250))
    let gain = try Renderer(pattern, lra).gain / Renderer(pattern, flat).gain
    let played = integrate(try renderSamples(pattern, lra), LRA(), 48_000)
    let wanted = try renderSamples(pattern, flat)
    var (error, power) = (0.0, 0.0)
    for index in wanted.indices {
      let target = gain * Double(wanted[index])
      error += (Double(played[index]) - target) * (Double(played[index]) - target)
      power += target * target
    }
    let level = 10 * log10(error / power)
    print("sweep: error \(level) dB below the pattern")
    #expect(level < -20)
  }

  @Test(arguments: [60.0, 120, 175, 250, 400])
  func `The simulated resonance has its steady response`(_ hertz: Double) throws {
    let pattern = steady(0.5, sharpness: 0)
    let map = SharpnessMap.linear(Hertz(hertz)...Hertz(hertz))
    let options = RenderOptions(actuator: .lra(), signal: .acceleration, sharpness: map)
    let samples = try renderSamples(pattern, options)
    let gain = try Renderer(pattern, options).gain
    let measured = amplitude(samples, hertz, 9_600..<19_200, 48_000) / gain
    let expected = LRA().relativeResponse(at: Hertz(hertz))
    #expect(abs(20 * log10(measured / expected)) < 0.1)
  }

  @Test func `A motor speeds up and slows down with its two time constants`() throws {
    var model = ERM()
    (model.spinDown, model.topSpeed) = (0.08, 200)
    let options = RenderOptions(
      actuator: .erm(model), signal: .acceleration, headroom: 0)
    let samples = try renderSamples(steady(0.5), options)
    func peak(_ from: Double, _ to: Double) -> Double {
      Double(samples[Int(from * 48_000)..<Int(to * 48_000)].map(abs).max() ?? 0)
    }
    // Speed 1 - exp(-1) after one time constant, acceleration its square; 5 ms of ramp before.
    #expect(abs(peak(0.04, 0.048) - 0.4) < 0.08)
    #expect(peak(0.4, 0.5) > 0.99)
    #expect(abs(peak(0.575, 0.585) - exp(-2)) < 0.04)
    #expect(peak(0.77, 0.775) < 0.002)
  }

  @Test func `Names find their models and maps`() {
    for name in ActuatorModel.names { #expect(ActuatorModel.named(name)?.name == name) }
    for name in SharpnessMap.names {
      #expect(SharpnessMap.named(name, for: .lra()) != nil)
    }
    #expect(ActuatorModel.named("LRA") == nil)
    #expect(SharpnessMap.named("", for: .wideband()) == nil)
  }
}

@Suite struct MapTests {
  @Test func `Sharpness maps have their published ends`() {
    #expect(SharpnessMap.mpeg.frequency(0) == 65 && SharpnessMap.mpeg.frequency(1) == 300)
    #expect(SharpnessMap.meta.frequency(0.5) == 127.5)
    #expect(SharpnessMap.fixed.frequency(0.9) == 180)
    #expect(SharpnessMap.linear(100...250).frequency(2) == 250)
  }

  @Test func `The threshold table is exact at its points, linear between them, and flat outside`() {
    #expect(SensationLevel.threshold(at: 150).value == -31.35)
    #expect(abs(SensationLevel.threshold(at: 225).value - (-29.958)) < 1e-3)
    #expect(SensationLevel.threshold(at: 0.1).value == -97.81)
    #expect(SensationLevel.threshold(at: 1000).value == -19.81)
  }

  @Test func `Android's full intensity at the best frequency is full amplitude`() {
    let level = SensationLevel(.lra())
    #expect(level.amplitude(0, 175) == 0)
    // The response is highest a little above the resonance.
    #expect(abs(level.amplitude(1, 175) - 1) < 1e-2)
    // Half the intensity is half the decibels above the threshold.
    let reach = 20 * log10(1.5) - SensationLevel.threshold(at: 175).value
    let expected = pow(10, -reach / 2 / 20)
    #expect(abs(level.amplitude(0.5, 175) - expected) < 1e-4)
    let band = level.band
    for edge in [band.lowerBound, band.upperBound] {
      let available = 20 * log10(1.5 * LRA().relativeResponse(at: edge))
      #expect(available >= SensationLevel.threshold(at: edge).value + 10)
    }
    #expect(band.contains(175))
  }

  @Test func `Transients and steady events follow the intensity map`() throws {
    for (map, expected) in [
      (IntensityMap.linear, 0.5), (.meta, 0.25), (.mpeg, 0.3069),
    ] {
      let samples = try renderSamples(
        steady(0.5, intensity: 0.5), RenderOptions(intensity: map, headroom: 0))
      #expect(abs(Double(samples.max() ?? 0) - expected) < 1e-3)
    }
  }
}
