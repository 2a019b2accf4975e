import CommandSupport

/// The format of a sealed file: a plain header, then chunks of a `crypto_secretstream_xchacha20poly1305` of libsodium.
///
///     8 bytes   magic
///     1 byte    version of the format
///     8 bytes   id of the key
///     4 bytes   length of the label, least significant byte first
///     n bytes   label: JSON that can be read without the key, see ``SealedLabel``
///     24 bytes  header of the stream
///     chunks    64 KiB of data each, and 17 bytes more; the last chunk is shorter or equal and has the tag FINAL
///
/// The code of the first chunk also authenticates the whole header. Each chunk depends on those before it, so the
/// stream ends at its final tag and nowhere else.
package enum SealedFormat {
    /// The suffix of sealed files.
    package static let suffix = ".sealed"

    static let magic = Array("MWSEALED".utf8)
    static let version: UInt8 = 1
    /// Data of a chunk: a changed byte is found within so much, and a chunk fits into the cache of a processor.
    package static let chunkBytes = 65_536
    /// Longest label.
    ///
    /// One takes about 300 bytes, and the bound keeps a damaged length from taking memory.
    static let labelBytesMax = 65_536
    static let lengthByteCount = 4

    /// A chunk in the file, unless it is the last one.
    package static let sealedChunkBytes = chunkBytes + Sodium.overheadBytes

    /// The header up to the label.
    static let fixedBytes = magic.count + 1 + BackupKey.idByteCount + lengthByteCount

    /// Returns the length of the header of a file with a label.
    package static func headerBytes(labelBytes: Int) -> Int { fixedBytes + labelBytes + Sodium.streamHeaderBytes }

    /// Returns the header without that of the stream.
    static func header(_ key: BackupKey, label: [UInt8]) -> [UInt8] {
        let length = (0..<lengthByteCount).map { UInt8(truncatingIfNeeded: label.count >> ($0 * UInt8.bitWidth)) }
        return magic + [version] + key.idBytes + length + label
    }

    /// Returns the error for a sealed file that cannot be opened.
    static func failure(_ path: String, _ reason: String) -> CommandFailure { CommandFailure("\(path) \(reason)") }
}
