import CArchive

/// Reads a member of a zip, or a file compressed by xz, zstd or bzip2, using libarchive.
final class ArchiveStream: ByteStream {
    /// The kind of file for libarchive.
    enum Kind {
        case zip
        /// A compressed file without an archive; its content is the only member.
        case compressed
    }

    /// A member that is a file.
    struct Member {
        /// Index from 0; folders count.
        let index: Int
        let name: String
        /// Uncompressed size in bytes, if the archive contains it.
        let bytes: Int?
    }

    private static let blockBytes = 256 * 1_024

    let name: String
    let bytesOnDisk: Int
    private let archive: OpaquePointer
    private let bytes: Int?
    private var bytesRead = 0

    /// Opens a member.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - name: The member's name in messages.
    ///   - kind: The kind of the file.
    ///   - index: The index of the member, from 0.
    ///   - bytesOnDisk: The member's compressed size in bytes.
    /// - Throws: `SourceFailure` if the member does not exist.
    init(_ path: String, name: String, _ kind: Kind, index: Int = 0, bytesOnDisk: Int) throws(SourceFailure) {
        self.name = name
        self.bytesOnDisk = bytesOnDisk
        archive = try Self.open(path, name, kind)
        var found: OpaquePointer?
        var bytes: Int?
        do throws(SourceFailure) {
            for _ in 0...index { found = try Self.nextEntry(archive, name) }
            guard let found else { throw SourceFailure(name, "does not exist any more", advice: "Try again.") }
            bytes = Self.size(of: found)
        } catch {
            archive_read_free(archive)
            throw error
        }
        self.bytes = bytes
    }

    deinit { archive_read_free(archive) }

    var bytesReadOnDisk: Int {
        guard let bytes, bytes > 0 else { return min(bytesOnDisk, Int(archive_filter_bytes(archive, -1))) }
        return Int(Double(bytesOnDisk) * min(1, Double(bytesRead) / Double(bytes)))
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceFailure) -> Int {
        let count = archive_read_data(archive, buffer.baseAddress, buffer.count)
        guard count >= 0 else { throw Self.failure(archive, name) }
        bytesRead += count
        return count
    }

    /// Lists the files in a zip.
    ///
    /// - Parameters:
    ///   - path: The path of the zip.
    ///   - name: Its name in messages.
    /// - Returns: Its members, without folders.
    /// - Throws: `SourceFailure` if the zip is damaged or has too many members.
    static func members(of path: String, name: String) throws(SourceFailure) -> [Member] {
        let archive = try open(path, name, .zip)
        defer { archive_read_free(archive) }
        var members: [Member] = []
        var index = 0
        while let entry = try nextEntry(archive, name) {
            // For a name in an unknown character set, only its bytes are available.
            let text = (archive_entry_pathname_utf8(entry) ?? archive_entry_pathname(entry)).map { String(cString: $0) }
            if let text, !text.hasSuffix("/") {
                members.append(Member(index: index, name: text, bytes: size(of: entry)))
            }
            index += 1
            guard index <= membersMax else {
                throw SourceFailure(
                    name,
                    "has more than \(membersMax) members",
                    advice: "Unpack it and name its files."
                )
            }
        }
        return members
    }

    /// Maximum number of members, which limits the time for listing a hostile archive.
    private static let membersMax = 10_000

    private static func open(_ path: String, _ name: String, _ kind: Kind) throws(SourceFailure) -> OpaquePointer {
        guard let archive = archive_read_new() else {
            throw SourceFailure(name, "cannot be unpacked: there is not enough memory", advice: "Try again.")
        }
        let isReady =
            switch kind {
            case .zip: archive_read_support_format_zip(archive) == ARCHIVE_OK
            case .compressed:
                // A warning means that libarchive will run an external program.
                archive_read_support_filter_xz(archive) >= ARCHIVE_WARN
                    && archive_read_support_filter_zstd(archive) >= ARCHIVE_WARN
                    && archive_read_support_filter_bzip2(archive) >= ARCHIVE_WARN
                    && archive_read_support_format_raw(archive) == ARCHIVE_OK
            }
        guard isReady, archive_read_open_filename(archive, path, blockBytes) == ARCHIVE_OK else {
            let failure = failure(archive, name)
            archive_read_free(archive)
            throw failure
        }
        return archive
    }

    private static func nextEntry(_ archive: OpaquePointer, _ name: String) throws(SourceFailure) -> OpaquePointer? {
        var entry: OpaquePointer?
        switch archive_read_next_header(archive, &entry) {
        case ARCHIVE_OK, ARCHIVE_WARN: return entry
        case ARCHIVE_EOF: return nil
        default: throw failure(archive, name)
        }
    }

    private static func size(of entry: OpaquePointer) -> Int? {
        archive_entry_size_is_set(entry) != 0 ? Int(archive_entry_size(entry)) : nil
    }

    private static func failure(_ archive: OpaquePointer, _ name: String) -> SourceFailure {
        let reason = archive_error_string(archive).map { String(cString: $0) } ?? "it is broken"
        return SourceFailure(name, "is damaged or cut off (\(reason))", advice: "Fetch the file again.")
    }
}
