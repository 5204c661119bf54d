import Lubdub
import Testing

@testable import LubdubWorkbench

@Suite struct RangeKernelLanesTests {
  @Test func `A kernel in a lane returns unchanged and leaves other lanes unchanged`() {
    // What a kernel holds besides numbers would move the lanes.
    #expect(
      MemoryLayout<RangeKernel<Lanes>>.size
        == Lanes.scalarCount * MemoryLayout<RangeKernel<Double>>.size)
    var one = RangeKernel<Double>()
    (one.motion.distance, one.motion.velocityVariance) = (3, 5)
    (one.noiseScale, one.drift, one.noise.deviation) = (7, 11, 13)
    var lanes = RangeKernel<Lanes>()
    lanes.put(one, into: 3)
    #expect(lanes.motion.distance == Lanes(0, 0, 0, 3, 0, 0, 0, 0))
    #expect(lanes.noise.deviation[3] == 13 && lanes.noise.deviation[2] != 13)
    var back = RangeKernel<Double>()
    lanes.copy(3, to: &back)
    #expect((back.motion.distance, back.motion.velocityVariance) == (3, 5))
    #expect((back.noiseScale, back.drift, back.noise.deviation) == (7, 11, 13))
  }
}
