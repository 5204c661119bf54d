// The modules that every file of the tool can use.
#if canImport(Darwin)
@_exported public import Darwin
#elseif canImport(Musl)
@_exported public import Musl
#else
@_exported public import Glibc
#endif

@_exported public import ArgumentParser
@_exported public import Lubdub
@_exported public import LubdubHaptics
@_exported public import LubdubLive
@_exported public import LubdubMonitor
@_exported public import LubdubReports
@_exported public import LubdubRuns
@_exported public import LubdubSignals
@_exported public import LubdubSupport
@_exported public import LubdubTraces
@_exported public import LubdubWorkbench
