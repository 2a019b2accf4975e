import Glibc

/// A file of a source, or a member of an archive.
struct InputFile {
    private enum Packing {
        case none
        case gzip
        /// xz, zstd or bzip2.
        case compressed
        case zipMember(index: Int)
    }

    let path: String
    /// Its name in messages: the file name without folders.
    let name: String
    /// Size on disk in bytes.
    let bytesOnDisk: Int
    /// Estimated decompressed size in bytes.
    let bytesUnpacked: Int
    private let packing: Packing

    /// Upper estimate of the compression ratio of texts.
    private static let compressionRatio = 8

    /// Opens its decompressed bytes.
    func stream() throws(SourceFailure) -> any ByteStream {
        switch packing {
        case .none: try FileStream(path, name: name)
        case .gzip: try GzipStream(try FileStream(path, name: name))
        case .compressed: try ArchiveStream(path, name: name, .compressed, bytesOnDisk: bytesOnDisk)
        case .zipMember(let index):
            try ArchiveStream(path, name: name, .zip, index: index, bytesOnDisk: bytesOnDisk)
        }
    }

    /// Returns the last component of a path.
    static func name(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// Lists input files; each zip is replaced by the files in it.
    ///
    /// - Parameters:
    ///   - paths: The paths.
    ///   - folders: Whether folders are replaced by the files in them.
    /// - Returns: At least one file.
    /// - Throws: `SourceFailure` if a path does not exist or is not a file.
    static func all(of paths: [String], folders: Bool = false) throws(SourceFailure) -> [InputFile] {
        var inputs: [InputFile] = []
        for path in paths {
            let status = try status(of: path)
            if status.st_mode & S_IFMT == S_IFDIR {
                guard folders else { throw SourceFailure(name(of: path), "is a folder", advice: "Name files in it.") }
                for file in try files(in: path) { inputs += try packed(file, Int(try self.status(of: file).st_size)) }
            } else {
                inputs += try packed(path, Int(status.st_size))
            }
        }
        guard !inputs.isEmpty else {
            throw SourceFailure(paths.first.map(name) ?? "The source", "holds no file", advice: "Name at least one.")
        }
        return inputs
    }

    private static func status(of path: String) throws(SourceFailure) -> stat {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw SourceFailure(
                name(of: path),
                "cannot be found: \(SystemError.text)",
                advice: "Check that \(path) is correct."
            )
        }
        return status
    }

    private static func files(in folder: String) throws(SourceFailure) -> [String] {
        guard let handle = opendir(folder) else {
            throw SourceFailure(
                name(of: folder),
                "cannot be read: \(SystemError.text)",
                advice: "Check its permissions."
            )
        }
        defer { closedir(handle) }
        var files: [String] = []
        while let entry = readdir(handle) {
            let file = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            let path = "\(folder)/\(file)"
            if !file.hasPrefix("."), try status(of: path).st_mode & S_IFMT == S_IFREG { files.append(path) }
        }
        return files.sorted()
    }

    /// Detects the compression by the first bytes, since file extensions are unreliable.
    private static func packed(_ path: String, _ bytes: Int) throws(SourceFailure) -> [InputFile] {
        let name = name(of: path)
        let first = try firstBytes(of: path, name)
        func file(_ packing: Packing) -> [InputFile] {
            let isPlain = if case .none = packing { true } else { false }
            let unpacked = isPlain ? bytes : bytes * compressionRatio
            return [InputFile(path: path, name: name, bytesOnDisk: bytes, bytesUnpacked: unpacked, packing: packing)]
        }
        if first.starts(with: [0x1F, 0x8B]) { return file(.gzip) }
        let others: [[UInt8]] = [[0xFD, 0x37, 0x7A, 0x58, 0x5A], [0x28, 0xB5, 0x2F, 0xFD], Array("BZh".utf8)]
        if others.contains(where: { first.starts(with: $0) }) { return file(.compressed) }
        let isZip = first.starts(with: [0x50, 0x4B, 0x03, 0x04]) || first.starts(with: [0x50, 0x4B, 0x05, 0x06])
        guard isZip else { return file(.none) }
        let members = try ArchiveStream.members(of: path, name: name)
        let bytesInAll = max(1, members.reduce(0) { $0 + ($1.bytes ?? 0) })
        return members.map { member in
            // Estimates a member's share of the zip, since libarchive does not provide compressed sizes.
            let share = Double(member.bytes ?? 0) / Double(bytesInAll)
            return InputFile(
                path: path,
                name: "\(name):\(member.name)",
                bytesOnDisk: Int(Double(bytes) * share),
                bytesUnpacked: member.bytes ?? bytes * compressionRatio,
                packing: .zipMember(index: member.index)
            )
        }
    }

    private static func firstBytes(of path: String, _ name: String) throws(SourceFailure) -> [UInt8] {
        let stream = try FileStream(path, name: name)
        var bytes = [UInt8](repeating: 0, count: 6)
        let count = try bytes.withUnsafeMutableBufferPointer { (buffer) throws(SourceFailure) in
            try stream.read(into: UnsafeMutableRawBufferPointer(buffer))
        }
        return Array(bytes.prefix(count))
    }
}
