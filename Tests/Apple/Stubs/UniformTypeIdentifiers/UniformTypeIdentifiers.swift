// Signatures of Apple, whose documentation describes them.
// swift-format-ignore-file
// The part of Uniform Type Identifiers that the example uses, after
// https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct.
public import Foundation

public struct UTType: Hashable, Sendable {
  public let identifier: String
  public init?(filenameExtension: String) { identifier = filenameExtension }
  public static let json = UTType(filenameExtension: "json")!
}

// https://developer.apple.com/documentation/foundation/url/startaccessingsecurityscopedresource(): not in the Foundation
// of Linux.
extension URL {
  public func startAccessingSecurityScopedResource() -> Bool { true }
  public func stopAccessingSecurityScopedResource() {}
}
