#if Tool
public import ArgumentParser
public import LubdubExtras

/// What coordinates are measured in.
enum SurfaceUnit: String, ExpressibleByArgument, CaseIterable {
  case px
  case mm
}

extension StrokeMap: ExpressibleByArgument {}
extension StrokeTemplate: ExpressibleByArgument {}
#endif
