extension RangeConstants<SIMD8<Double>> {
  @inline(never)
  package func add(_ step: Double, to list: inout [RangeCoefficients<SIMD8<Double>>]) {
    list.append(RangeCoefficients(step: step, self))
  }
}

extension RangeKernel<SIMD8<Double>> {
  /// Processes readings that fit, in every lane, like `RangeFilter`, until a reading does not fit in every lane.
  @inline(never) package mutating func correct(
    _ readings: UnsafeBufferPointer<SIMD8<Double>>, steps: UnsafeBufferPointer<Int>,
    _ coefficients: UnsafeBufferPointer<RangeCoefficients<SIMD8<Double>>>,
    _ constants: RangeConstants<SIMD8<Double>>, share: inout SIMD8<Double>,
    into answers: UnsafeMutableBufferPointer<RangeAnswer<SIMD8<Double>>>
  ) -> Int {
    var (kernel, left) = (self, share)
    var taken = 0
    defer { (self, share) = (kernel, left) }
    while taken < readings.count {
      let step = coefficients[steps[taken]]
      let before = kernel.motion
      kernel.motion.predict(step, scale: kernel.motionScale)
      let corrected = kernel.contact.corrected(readings[taken])
      let news = kernel.news(of: corrected, constants)
      guard !SIMD8<Double>.any(.!kernel.fits(news, constants)) else {
        kernel.motion = before
        return taken
      }
      kernel.take(news, readings[taken], corrected, step, constants)
      left -= step.rejectionGain * left
      answers[taken] = kernel.answer
      taken += 1
    }
    return taken
  }

  @inline(__always) package mutating func fold(
    _ reading: SIMD8<Double>, _ step: RangeCoefficients<SIMD8<Double>>,
    _ constants: RangeConstants<SIMD8<Double>>
  ) -> SIMDMask<SIMD8<Int64>> {
    motion.predict(step, scale: motionScale)
    let corrected = contact.corrected(reading)
    let news = news(of: corrected, constants)
    take(news, reading, corrected, step, constants)
    return fits(news, constants)
  }

  @inline(__always) private func fits(
    _ news: News, _ constants: RangeConstants<SIMD8<Double>>
  ) -> SIMDMask<SIMD8<Int64>> {
    (news.squared .<= constants.gateSquared) .& .!news.isJump
  }

  @inline(__always) private mutating func take(
    _ news: News, _ reading: SIMD8<Double>, _ corrected: SIMD8<Double>,
    _ step: RangeCoefficients<SIMD8<Double>>, _ constants: RangeConstants<SIMD8<Double>>
  ) {
    adapt(to: news, step)
    accept(news, step, constants)
    learn(reading, corrected, step.noise, sinceAccepted: step.noise)
  }
}

/// The output of the filter after a reading, for zones.
package struct RangeAnswer<Number: BranchlessNumber>: Sendable {
  package var motion: RangeMotion<Number>
  /// The short-term deviation at rest, in m; the time for which readings arrived, in s; the contact level, in m.
  package var deviation, heard, contactLevel: Number
  /// Above zero if the deviation was stated.
  package var isStated: Number
  package var latest: RangeNews<Number>
}

extension RangeKernel {
  @inline(__always) package var answer: RangeAnswer<Number> {
    RangeAnswer(
      motion: motion, deviation: noise.deviation, heard: noise.heard, contactLevel: contact.level,
      isStated: noise.slowWidening, latest: latest)
  }
}
