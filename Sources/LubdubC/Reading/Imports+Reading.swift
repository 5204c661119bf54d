@_exported public import LubdubTraces
