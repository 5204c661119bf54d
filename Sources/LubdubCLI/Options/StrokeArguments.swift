#if Tool
public import ArgumentParser
public import LubdubExtras

enum SurfaceUnit: String, ExpressibleByArgument, CaseIterable {
  case px
  case mm
}

extension StrokeMap: ExpressibleByArgument {}
extension StrokeTemplate: ExpressibleByArgument {}
#endif
