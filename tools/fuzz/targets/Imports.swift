// What the files of the tool name that are compiled into the fuzzer.
@_exported import Lubdub
@_exported import LubdubSignals
@_exported import LubdubSupport
@_exported import LubdubTraces
