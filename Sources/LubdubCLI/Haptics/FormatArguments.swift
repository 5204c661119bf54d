#if Tool
public import ArgumentParser
public import LubdubHaptics

extension HapticFormat: ExpressibleByArgument {}
extension ExportOptions.AndroidStyle: ExpressibleByArgument {}
extension ExportOptions.Looping: ExpressibleByArgument {}
extension Finding.Severity: ExpressibleByArgument {}
extension RenderOptions.Gain: ExpressibleByArgument {}
extension SoundToHaptics.Mode: ExpressibleByArgument {}
extension SoundToHaptics.Preset: ExpressibleByArgument {}
extension SampleFormat: ExpressibleByArgument {}
extension ChannelLayout: ExpressibleByArgument {}
extension IntensityMap: ExpressibleByArgument {}
#endif
