import Lubdub
import Testing

@testable import LubdubMonitor

@Suite("Sound of a live session") struct SoundMixerTests {
  private let beat = Beat.ID(plan: 1, index: 0)

  @Test(arguments: [1, 7, 480])
  func `The same pieces give the same samples, whatever the block size`(size: Int) {
    func pieces() -> SoundMixer {
      var mixer = SoundMixer()
      mixer.add([0.5, -0.5, 0.25], at: 3)
      mixer.add([0.25, 0.25], at: 4)
      mixer.sustain([Float](repeating: 0.5, count: 400), at: 10, gain: 0.5)
      return mixer
    }
    var (whole, cut) = (pieces(), pieces())
    let expected = whole.mix(until: 600)
    var samples: [Float] = []
    while samples.count < 600 { samples += cut.mix(until: min(600, samples.count + size)) }
    #expect(samples == expected)
    #expect(Array(expected[..<12]) == [0, 0, 0, 0.5, -0.25, 0.5, 0, 0, 0, 0, 0.25, 0.25])
    #expect(expected[409] == 0.25 && expected[410] == 0)
  }

  @Test(arguments: [1, 7, 480])
  func `A change of strength doesn't depend on the block size`(size: Int) {
    func changing() -> SoundMixer {
      var mixer = SoundMixer()
      mixer.sustain([Float](repeating: 1, count: 1000), at: 0, gain: 0.25)
      _ = mixer.mix(until: 10)
      mixer.changeGain(to: 0.75)
      return mixer
    }
    var (whole, cut) = (changing(), changing())
    let expected = whole.mix(until: 610)
    var samples: [Float] = []
    while samples.count < 600 { samples += cut.mix(until: min(610, 10 + samples.count + size)) }
    #expect(samples == expected)
    #expect(expected[SoundMixer.fade] == 0.75)
    #expect(expected[SoundMixer.fade / 2] < 0.6)
  }

  @Test func `A late piece is played completely from the current position`() {
    var mixer = SoundMixer()
    #expect(mixer.mix(until: 5) == [0, 0, 0, 0, 0])
    mixer.add([1, 0.5], at: 2)
    #expect(mixer.mix(until: 8) == [1, 0.5, 0])
  }

  @Test func `A piece can be canceled before it begins, but not after`() {
    var mixer = SoundMixer()
    mixer.add([1, 1], at: 2, id: beat)
    mixer.cancel(beat)
    #expect(mixer.mix(until: 4) == [0, 0, 0, 0])
    mixer.add([1, 1], at: 4, id: beat)
    #expect(mixer.mix(until: 5) == [1])
    mixer.cancel(beat)
    #expect(mixer.mix(until: 7) == [1, 0])
  }

  @Test func `A sustained contact follows each change of strength without a jump`() {
    var mixer = SoundMixer()
    mixer.sustain([Float](repeating: 1, count: 5000), at: 0, gain: 0.2)
    var samples = mixer.mix(until: 500)
    mixer.changeGain(to: 0.8)
    samples += mixer.mix(until: 1500)
    mixer.release(at: 2000)
    samples += mixer.mix(until: mixer.end + 10)
    #expect(samples[499] == 0.2)
    #expect(samples[1000] == 0.8 && samples[1999] == 0.8)
    #expect(samples[2000 + SoundMixer.fade] == 0)
    // The fade in 240 samples has steps of a 240th of full scale at the most.
    for (one, next) in zip(samples, samples.dropFirst()) { #expect(abs(next - one) < 0.005) }
  }

  @Test func `A sustained contact ends quietly after its sound, even if it is released twice`() {
    var mixer = SoundMixer()
    mixer.sustain([1, 1, 1], at: 0, gain: 1)
    #expect(mixer.mix(until: 5) == [1, 1, 1, 0, 0])
    mixer.release(at: 3)
    mixer.release(at: 9)
    #expect(mixer.mix(until: 12) == [Float](repeating: 0, count: 7))
  }

  @Test func `Samples above full scale are clipped and counted`() {
    var mixer = SoundMixer()
    mixer.add([0.8, 0.8, -0.8], at: 0)
    mixer.add([0.1, 0.8, -0.8], at: 0)
    let samples = mixer.mix(until: 3)
    #expect(samples[1] == 1 && samples[2] == -1)
    #expect(mixer.heldCount == 2)
  }
}
