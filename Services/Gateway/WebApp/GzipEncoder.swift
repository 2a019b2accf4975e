import CZlib

/// Compresses files once, at the start.
package enum GzipEncoder {
    /// The largest window, plus 16, which selects the gzip format with header and checksum.
    private static let windowBits: Int32 = 15 + 16
    /// The default of zlib for ordinary computers.
    private static let memoryLevel: Int32 = 8

    /// Compresses bytes as well as zlib can.
    ///
    /// - Parameter bytes: The content.
    /// - Returns: One gzip member (RFC 1952), or nil if there is not enough memory.
    package static func encode(_ bytes: [UInt8]) -> [UInt8]? {
        var state = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        let begun = deflateInit2_(
            &state,
            Z_BEST_COMPRESSION,
            Z_DEFLATED,
            windowBits,
            memoryLevel,
            Z_DEFAULT_STRATEGY,
            ZLIB_VERSION,
            size
        )
        guard begun == Z_OK else { return nil }
        defer { deflateEnd(&state) }
        // With room for the worst case, one call compresses everything.
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&state, UInt(bytes.count))))
        var input = bytes
        let ended = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                state.next_in = input.baseAddress
                state.avail_in = UInt32(clamping: input.count)
                state.next_out = output.baseAddress
                state.avail_out = UInt32(clamping: output.count)
                return deflate(&state, Z_FINISH)
            }
        }
        guard ended == Z_STREAM_END else { return nil }
        return Array(output.prefix(Int(state.total_out)))
    }
}
