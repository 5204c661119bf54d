import Lubdub
import LubdubHaptics

func ahap(of timeline: Timeline) throws -> [UInt8] {
  let encoded = try HapticFormat.ahap.encode(TimelineDocument(timeline))
  return encoded.parts[0].bytes
}

func restingHeart() throws -> [UInt8] {
  let tempo = Tempo.beatsPerMinute(60, intensity: 0.8)
  return try ahap(of: Timeline(pattern: .lubDub, tempo: tempo, beats: 8))
}
