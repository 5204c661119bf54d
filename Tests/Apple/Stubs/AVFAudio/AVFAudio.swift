// Signatures of Apple, whose documentation describes them.
// swift-format-ignore-file
// The part of AVFAudio that LubdubApple uses, after
// https://developer.apple.com/documentation/avfaudio/avaudiosession. It plays nothing.
public import Foundation

public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"

open class AVAudioSession: NSObject {
  public enum InterruptionType: UInt, Sendable {
    case ended = 0
    case began = 1
  }
  public static let interruptionNotification = NSNotification.Name(
    "AVAudioSessionInterruptionNotification")
  public static let mediaServicesWereResetNotification = NSNotification.Name(
    "AVAudioSessionMediaServicesWereResetNotification")
}
