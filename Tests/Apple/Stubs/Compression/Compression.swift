// Signatures of Apple, whose documentation describes them.
// swift-format-ignore-file
// The part of Compression that the example uses, after https://developer.apple.com/documentation/compression/inputfilter. Raw
// deflate is inflated by zlib.
public import Foundation
import CInflate

public enum FilterOperation: Sendable { case compress, decompress }
public enum Algorithm: Sendable { case lzfse, zlib, lz4, lzma, lzraw, brotli }
public enum FilterError: Error { case invalidState, invalidData }

public class InputFilter<D: DataProtocol> {
  private let read: (Int) throws -> D?
  private var output: [UInt8]?

  public init(
    _ operation: FilterOperation, using algorithm: Algorithm, bufferCapacity: Int = 65536,
    readingFrom readFunc: @escaping (Int) throws -> D?
  ) throws {
    guard operation == .decompress, algorithm == .zlib else { throw FilterError.invalidState }
    read = readFunc
  }

  public func readData(ofLength count: Int) throws -> Data? {
    let all = try output ?? inflated()
    output = Array(all.dropFirst(count))
    return all.isEmpty ? nil : Data(all.prefix(count))
  }

  private func inflated() throws -> [UInt8] {
    var input: [UInt8] = []
    while let part = try read(65536) { input += part }
    var (stream, output) = (z_stream(), [UInt8](repeating: 0, count: 1 << 22))
    guard inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw FilterError.invalidState
    }
    defer { inflateEnd(&stream) }
    let status = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
        (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
        return CInflate.inflate(&stream, Z_FINISH)
      }
    }
    guard status == Z_STREAM_END || status == Z_BUF_ERROR && stream.avail_out == 0 else {
      throw FilterError.invalidData
    }
    return Array(output.prefix(Int(stream.total_out)))
  }
}
