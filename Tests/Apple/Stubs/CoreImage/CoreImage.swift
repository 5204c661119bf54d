// Signatures of Apple, whose documentation describes them.
// swift-format-ignore-file
// The part of Core Image that the example uses, after https://developer.apple.com/documentation/coreimage: cifilter,
// ciimage, cicontext. It draws nothing.
public import Foundation

public final class CGImage {}

open class CIImage: NSObject {
  open var extent: CGRect { CGRect(x: 0, y: 0, width: 1, height: 1) }
}

open class CIFilter: NSObject {
  public init?(name: String) {}
  // Of NSObject, on Apple's systems.
  open func setValue(_ value: Any?, forKey key: String) {}
  open var outputImage: CIImage? { CIImage() }
}

open class CIContext: NSObject {
  open func createCGImage(_ image: CIImage, from rect: CGRect) -> CGImage? { CGImage() }
}
