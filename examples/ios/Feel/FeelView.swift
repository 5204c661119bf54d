import SwiftUI
import UniformTypeIdentifiers

/// A slider for the distance, and the beat of the session.
struct FeelView: View {
  @State private var feel = Feel()
  @State private var isOpening = false
  @Environment(\.scenePhase) private var phase

  var body: some View {
    VStack(spacing: 24) {
      Text(feel.title)
      if let fault = feel.fault { Text(fault) }
      if feel.hasDistance { Slider(value: $feel.distance, in: 0...3) }
      if feel.isSession {
        Text(feel.live.distance.map { "\($0)" } ?? "nobody is near")
        Text(feel.live.interval.map { "a beat each \($0)" } ?? "no beat")
      }
      Button(feel.isPlaying ? "Stop" : "Play") {
        Task { if feel.isPlaying { feel.stop() } else { await feel.play() } }
      }
      Button("Open a file") { isOpening = true }
    }
    .padding()
    .fileImporter(
      isPresented: $isOpening,
      allowedContentTypes: [.json] + [UTType(filenameExtension: "ahap")].compactMap { $0 }
    ) { result in
      if case .success(let url) = result { feel.open(url) }
    }
    .onOpenURL { url in
      feel.open(url)
      if feel.fault == nil { Task { await feel.play() } }
    }
    .onChange(of: phase) { _, new in feel.show(new == .active) }
  }
}
