import CZlib
import Synchronization

/// Compresses content that is sent many times, such as files at the start and replies that rarely change, and
/// decompresses it for the few clients that need that.
package enum Gzip {
    /// The largest window, plus 16, which selects the gzip format with header and checksum.
    private static let windowBits: Int32 = 15 + 16
    /// The default of zlib for ordinary computers.
    private static let memoryLevel: Int32 = 8

    /// Returns true if a client accepts gzip (RFC 9110, section 12.5.3); `q=0` refuses it.
    ///
    /// - Parameter acceptEncoding: The header of the request; nil if there is none.
    /// - Returns: False without the header, because old clients that send none may not decompress.
    package static func isAccepted(by acceptEncoding: String?) -> Bool {
        guard let acceptEncoding else { return false }
        return acceptEncoding.split(separator: ",").contains { coding in
            let parts = coding.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
            guard parts.first == "gzip" else { return false }
            return !parts.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
        }
    }

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
        return state.finish(bytes, sizeMax: Int(deflateBound(&state, UInt(bytes.count))), deflate)
    }

    /// Decompresses what ``encode(_:)`` has returned.
    ///
    /// - Parameters:
    ///   - gzip: One gzip member.
    ///   - size: The number of bytes of the content.
    /// - Returns: The content, or nil if there is not enough memory.
    package static func decode(_ gzip: [UInt8], size: Int) -> [UInt8]? {
        var state = z_stream()
        let begun = inflateInit2_(&state, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard begun == Z_OK else { return nil }
        defer { inflateEnd(&state) }
        return state.finish(gzip, sizeMax: size, inflate)
    }
}

extension z_stream {
    /// Reads all input and returns all output with one call of zlib; nil if the output does not fit.
    fileprivate mutating func finish(
        _ bytes: [UInt8],
        sizeMax: Int,
        _ step: (UnsafeMutablePointer<z_stream>?, Int32) -> Int32
    ) -> [UInt8]? {
        var (input, output) = (bytes, [UInt8](repeating: 0, count: sizeMax))
        let ended = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                next_in = input.baseAddress
                avail_in = UInt32(clamping: input.count)
                next_out = output.baseAddress
                avail_out = UInt32(clamping: output.count)
                return step(&self, Z_FINISH)
            }
        }
        return ended == Z_STREAM_END ? Array(output.prefix(Int(total_out))) : nil
    }
}

/// The last content that was compressed, for a reply that is asked for often and changes rarely.
package final class LastGzip: Sendable {
    private struct Pair {
        let content: [UInt8]
        let gzip: [UInt8]?
    }

    private let last = Mutex<Pair?>(nil)
    private let encode: @Sendable ([UInt8]) -> [UInt8]?

    /// - Parameter encode: Compresses a content.
    package init(_ encode: @escaping @Sendable ([UInt8]) -> [UInt8]? = { Gzip.encode($0) }) {
        self.encode = encode
    }

    /// Returns the compressed content; compresses it only if it differs from the last one.
    ///
    /// Compares all bytes, which is faster than a digest.
    ///
    /// - Parameter content: The content.
    /// - Returns: The compressed content, or nil if there is not enough memory.
    package func of(_ content: [UInt8]) -> [UInt8]? {
        last.withLock { last in
            if let last, last.content == content { return last.gzip }
            let pair = Pair(content: content, gzip: encode(content))
            last = pair
            return pair.gzip
        }
    }
}
