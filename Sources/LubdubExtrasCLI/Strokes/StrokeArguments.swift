enum SurfaceUnit: String, ExpressibleByArgument, CaseIterable {
  case px
  case mm
}

extension StrokeMap: ExpressibleByArgument {}
extension StrokeTemplate: ExpressibleByArgument {}
