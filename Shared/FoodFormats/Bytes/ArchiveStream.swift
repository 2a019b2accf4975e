import CArchive

/// The bytes of one member of a zip, or of a file compressed by xz, zstd or bzip2, by way of libarchive.
final class ArchiveStream: ByteStream {
    /// What a file is to libarchive.
    enum Kind {
        case zip
        /// Compressed, but no archive: its only member is what was compressed.
        case compressed
    }

    /// A member that is a file.
    struct Member {
        /// From 0, folders included.
        let index: Int
        let name: String
        /// As it was before it was compressed, if the archive tells.
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
    ///   - path: The file.
    ///   - name: What messages call the member.
    ///   - kind: What the file is.
    ///   - index: Which member, from 0.
    ///   - bytesOnDisk: What it takes of the file.
    /// - Throws: `SourceFailure` if it is not there.
    init(_ path: String, name: String, _ kind: Kind, index: Int = 0, bytesOnDisk: Int) throws(SourceFailure) {
        self.name = name
        self.bytesOnDisk = bytesOnDisk
        archive = try Self.open(path, name, kind)
        var found: OpaquePointer?
        var bytes: Int?
        do throws(SourceFailure) {
            for _ in 0...index { found = try Self.nextEntry(archive, name) }
            guard let found else { throw SourceFailure(name, "is not there any more", advice: "Try again.") }
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

    /// The files in a zip.
    ///
    /// - Parameters:
    ///   - path: The zip.
    ///   - name: What messages call it.
    /// - Returns: Its members that are no folders.
    /// - Throws: `SourceFailure` if it is damaged or has too many.
    static func members(of path: String, name: String) throws(SourceFailure) -> [Member] {
        let archive = try open(path, name, .zip)
        defer { archive_read_free(archive) }
        var members: [Member] = []
        var index = 0
        while let entry = try nextEntry(archive, name) {
            // Where the name is in no character set that is known, its bytes are all there is.
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

    /// Bounds how long a hostile archive is listed.
    private static let membersMax = 10_000

    private static func open(_ path: String, _ name: String, _ kind: Kind) throws(SourceFailure) -> OpaquePointer {
        guard let archive = archive_read_new() else {
            throw SourceFailure(name, "cannot be unpacked: there is no memory", advice: "Try again.")
        }
        let isReady =
            switch kind {
            case .zip: archive_read_support_format_zip(archive) == ARCHIVE_OK
            case .compressed:
                // A warning says that an outside program will be used.
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
