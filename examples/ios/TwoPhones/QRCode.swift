import CoreImage
import Foundation
import SwiftUI

/// A text as a QR code, which the camera of the other phone opens.
struct QRCode: View {
  let text: String

  var body: some View {
    if let image {
      Image(decorative: image, scale: 1).interpolation(.none).resizable().scaledToFit()
    }
  }

  private var image: CGImage? {
    guard let filter = CIFilter(name: "CIQRCodeGenerator") else { return nil }
    filter.setValue(Data(text.utf8), forKey: "inputMessage")
    return filter.outputImage.flatMap { CIContext().createCGImage($0, from: $0.extent) }
  }
}
