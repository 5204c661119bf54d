@_exported public import Lubdub
@_exported public import LubdubHaptics
@_exported public import LubdubLive
@_exported public import LubdubReports
@_exported public import LubdubRuns
@_exported public import LubdubSupport
@_exported public import LubdubTraces
