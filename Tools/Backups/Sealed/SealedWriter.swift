import CSodium
import Storage

/// Writes one sealed file; see ``SealedFormat``.
///
/// Memory does not depend on the size of the file. A file without ``finish()`` has no final chunk, and no reader
/// accepts it.
package final class SealedWriter {
    private let file: NewFile
    private var state = crypto_secretstream_xchacha20poly1305_state()
    /// The header, which the first chunk authenticates; empty afterwards.
    private var unauthenticated: [UInt8]
    /// Data that is not sealed yet: at most one chunk.
    private var waiting: [UInt8] = []
    private var sealed = [UInt8](repeating: 0, count: SealedFormat.sealedChunkBytes)

    /// Creates the file and writes its header.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which must not exist.
    ///   - key: The key.
    ///   - label: Bytes that can be read without the key, at most 64 KiB.
    /// - Throws: `FileFailure`.
    package init(_ path: String, key: BackupKey, label: [UInt8]) throws {
        precondition(label.count <= SealedFormat.labelBytesMax, "the label of a sealed file is too long")
        file = try NewFile(path)
        var streamHeader = [UInt8](repeating: 0, count: Sodium.streamHeaderBytes)
        // Key and header have the lengths that the function expects, so it cannot fail.
        _ = crypto_secretstream_xchacha20poly1305_init_push(&state, &streamHeader, key.bytes)
        unauthenticated = SealedFormat.header(key, label: label) + streamHeader
        waiting.reserveCapacity(SealedFormat.chunkBytes)
        try file.append(unauthenticated[...])
    }

    deinit { sodium_memzero(&state, MemoryLayout<crypto_secretstream_xchacha20poly1305_state>.size) }

    /// Adds data.
    package func append(_ data: ArraySlice<UInt8>) throws {
        var rest = data
        while !rest.isEmpty {
            // A full chunk is written when more data follows, because the last one gets another tag.
            if waiting.count == SealedFormat.chunkBytes { try push(Sodium.messageTag) }
            let part = rest.prefix(SealedFormat.chunkBytes - waiting.count)
            waiting += part
            rest = rest[part.endIndex...]
        }
    }

    /// Writes the last chunk, and waits until the file is on the disk.
    package func finish() throws {
        try push(Sodium.finalTag)
        try file.sync()
    }

    private func push(_ tag: UInt8) throws {
        var length: UInt64 = 0
        let status = crypto_secretstream_xchacha20poly1305_push(
            &state,
            &sealed,
            &length,
            waiting,
            UInt64(waiting.count),
            unauthenticated,
            UInt64(unauthenticated.count),
            tag
        )
        precondition(status == 0, "a chunk is shorter than the longest message of a stream")
        unauthenticated = []
        waiting.removeAll(keepingCapacity: true)
        try file.append(sealed[..<Int(length)])
    }
}
