@_exported public import LubdubSessions
