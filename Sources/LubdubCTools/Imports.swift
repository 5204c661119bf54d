@_exported public import LubdubExtras
@_exported public import LubdubRuns
@_exported public import LubdubWorkbench
