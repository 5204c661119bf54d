@_exported public import LubdubRuns
@_exported public import LubdubWorkbench
