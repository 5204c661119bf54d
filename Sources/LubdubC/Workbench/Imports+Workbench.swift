@_exported public import LubdubWorkbench
