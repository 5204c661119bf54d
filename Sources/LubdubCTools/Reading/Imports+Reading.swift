@_exported public import CLubdub
@_exported public import Lubdub
@_exported public import LubdubC
@_exported public import LubdubSupport
@_exported public import LubdubTraces
