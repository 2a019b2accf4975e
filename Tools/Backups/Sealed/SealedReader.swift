import CSodium
package import CommandSupport
import Glibc

/// Reads one sealed file; see ``SealedFormat``.
///
/// Each chunk is checked before it is returned. Data that was returned is complete only after ``next()`` has returned
/// nil, so a caller discards it after an error.
package final class SealedReader {
    /// The bytes that can be read without the key.
    ///
    /// They are authentic after the first call of ``next()``.
    package let label: [UInt8]

    private let path: String
    private let descriptor: Int32
    private let keyID: [UInt8]
    private let streamHeader: [UInt8]
    /// The header, which the first chunk authenticates; empty afterwards.
    private var unauthenticated: [UInt8]
    private var state = crypto_secretstream_xchacha20poly1305_state()
    private var (hasBegun, isFinished) = (false, false)
    /// The position of the next chunk in the file.
    private var offset: Int
    private var sealed = [UInt8](repeating: 0, count: SealedFormat.sealedChunkBytes)
    private var opened = [UInt8](repeating: 0, count: SealedFormat.chunkBytes)

    /// Opens a file, and reads its header.
    ///
    /// - Throws: `CommandFailure` if the file cannot be read, or has no header that this version knows.
    package init(_ path: String) throws(CommandFailure) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw CommandFailure("Cannot read \(path): \(systemReason()).") }
        let header: (keyID: [UInt8], label: [UInt8], stream: [UInt8], whole: [UInt8])
        do {
            header = try Self.readHeader(file, path)
        } catch {
            close(file)
            throw error
        }
        self.path = path
        descriptor = file
        (keyID, label, streamHeader) = (header.keyID, header.label, header.stream)
        unauthenticated = header.whole
        offset = header.whole.count
    }

    deinit {
        close(descriptor)
        sodium_memzero(&state, MemoryLayout<crypto_secretstream_xchacha20poly1305_state>.size)
    }

    /// Begins to open the stream.
    ///
    /// - Throws: `CommandFailure` if the file was sealed with another key.
    package func begin(with key: BackupKey) throws(CommandFailure) {
        guard key.idBytes == keyID else {
            throw failure(
                "was sealed with the key \(HexText.text(keyID)), but \(key.path) contains the key \(key.id). "
                    + "Name the file of the other key with --key."
            )
        }
        guard crypto_secretstream_xchacha20poly1305_init_pull(&state, streamHeader, key.bytes) == 0 else {
            throw failure("was changed or damaged: its header is not one of a sealed file.")
        }
        hasBegun = true
    }

    /// Returns the data of the next chunk; nil after the last one.
    ///
    /// - Throws: `CommandFailure` if the file was changed, cut off or extended.
    package func next() throws(CommandFailure) -> ArraySlice<UInt8>? {
        precondition(hasBegun, "begin(with:) comes before next()")
        guard !isFinished else { return nil }
        let length = try Self.read(descriptor, &sealed, path)
        guard length > 0 else {
            throw failure("is cut off: it ends after \(offset) bytes, before its last part. \(Self.advice)")
        }
        guard length >= Sodium.overheadBytes else { throw endFailure() }
        var (count, tag) = (UInt64(0), UInt8(0))
        let status = crypto_secretstream_xchacha20poly1305_pull(
            &state,
            &opened,
            &count,
            &tag,
            sealed,
            UInt64(length),
            unauthenticated,
            UInt64(unauthenticated.count)
        )
        guard status == 0 else {
            guard length == sealed.count else { throw endFailure() }
            let begin = unauthenticated.isEmpty ? offset : 0
            throw failure(
                "was changed or damaged: bytes \(begin) to \(offset + length - 1) do not match their seal. \(Self.advice)"
            )
        }
        unauthenticated = []
        offset += length
        if tag == Sodium.finalTag {
            try requireEnd()
            isFinished = true
        }
        return opened[..<Int(count)]
    }

    private func requireEnd() throws(CommandFailure) {
        var byte: [UInt8] = [0]
        guard try Self.read(descriptor, &byte, path) == 0 else {
            throw failure("was extended: data follows its last part, from byte \(offset) on. \(Self.advice)")
        }
    }

    private func endFailure() -> CommandFailure {
        let begin = unauthenticated.isEmpty ? offset : 0
        return failure(
            "is cut off, extended or damaged: the bytes from \(begin) to its end do not match their seal. \(Self.advice)"
        )
    }

    private static let advice = "Use another backup or another copy of this one."

    private func failure(_ reason: String) -> CommandFailure { SealedFormat.failure(path, reason) }

    private static func readHeader(_ file: Int32, _ path: String) throws(CommandFailure) -> (
        keyID: [UInt8], label: [UInt8], stream: [UInt8], whole: [UInt8]
    ) {
        var fixed = [UInt8](repeating: 0, count: SealedFormat.fixedBytes)
        let length = try read(file, &fixed, path)
        guard fixed.starts(with: SealedFormat.magic) else {
            throw SealedFormat.failure(path, "is not a sealed file of Mealwire, or its beginning was changed.")
        }
        let afterMagic = SealedFormat.magic.count
        guard length <= afterMagic || fixed[afterMagic] == SealedFormat.version else {
            throw SealedFormat.failure(
                path,
                "has a format that this version of Mealwire does not know. Use the version that made it."
            )
        }
        guard length == fixed.count else { throw headerFailure(path) }
        let labelLength = fixed.suffix(SealedFormat.lengthByteCount).reversed()
            .reduce(0) { $0 << UInt8.bitWidth | Int($1) }
        guard labelLength <= SealedFormat.labelBytesMax else {
            throw SealedFormat.failure(path, "was changed or damaged: its header has an impossible length. \(advice)")
        }
        var rest = [UInt8](repeating: 0, count: labelLength + Sodium.streamHeaderBytes)
        guard try read(file, &rest, path) == rest.count else { throw headerFailure(path) }
        return (
            keyID: Array(fixed[(afterMagic + 1)...].prefix(BackupKey.idByteCount)),
            label: Array(rest.prefix(labelLength)),
            stream: Array(rest.suffix(Sodium.streamHeaderBytes)),
            whole: fixed + rest
        )
    }

    private static func headerFailure(_ path: String) -> CommandFailure {
        SealedFormat.failure(path, "is cut off: it ends within its header. \(advice)")
    }

    /// Fills a buffer; returns fewer bytes only at the end of the file.
    private static func read(_ file: Int32, _ buffer: inout [UInt8], _ path: String) throws(CommandFailure) -> Int {
        var count = 0
        while count < buffer.count {
            let length = buffer.withUnsafeMutableBytes { bytes in
                Glibc.read(file, bytes.baseAddress?.advanced(by: count), bytes.count - count)
            }
            if length < 0, errno == EINTR { continue }
            guard length >= 0 else { throw CommandFailure("Cannot read \(path): \(systemReason()).") }
            if length == 0 { break }
            count += length
        }
        return count
    }
}
