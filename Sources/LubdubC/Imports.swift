@_exported public import CLubdub
@_exported public import Lubdub
@_exported public import LubdubHaptics
@_exported public import LubdubRuns
@_exported public import LubdubSupport
