import Glibc

/// Temporary files of records, partitioned by the hash of the records' key.
///
/// The files are unlinked as soon as they are created, so that nothing is left on disk even after a crash.
final class PartitionFiles {
    /// Maximum number of files: each takes a file descriptor, of which a process usually has 1,024.
    static let countMax = 128
    private static let bufferBytes = 32 * 1_024

    let directory: String
    private var descriptors: [Int32] = []
    private var buffers: [[UInt8]] = []
    private(set) var bytesWritten = 0

    /// Creates the files.
    ///
    /// - Parameters:
    ///   - count: The number of files.
    ///   - directory: The directory.
    /// - Throws: `SourceFailure` if the directory is not writable.
    init(_ count: Int, in directory: String) throws(SourceFailure) {
        self.directory = directory
        for _ in 0..<min(max(1, count), Self.countMax) {
            var path = Array("\(directory)/mealwire-import-XXXXXX".utf8CString)
            let descriptor = mkstemp(&path)
            guard descriptor >= 0 else { throw failure() }
            descriptors.append(descriptor)
            unlink(path)
        }
        buffers = descriptors.map { _ in [] }
    }

    deinit {
        for descriptor in descriptors { close(descriptor) }
    }

    var count: Int { descriptors.count }

    /// Returns the partition of a key.
    func partition(of key: UInt32) -> Int {
        // Spreads consecutive keys (Knuth's multiplicative hashing).
        Int((key &* 2_654_435_769) >> 8) % count
    }

    /// Writes a record.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - key: The key that selects the partition.
    /// - Throws: `SourceFailure` if the disk is full.
    func append(_ record: RecordWriter, key: UInt32) throws(SourceFailure) {
        let partition = partition(of: key)
        record.append(to: &buffers[partition])
        if buffers[partition].count >= Self.bufferBytes { try flush(partition) }
    }

    /// Flushes all buffers.
    func finish() throws(SourceFailure) {
        for partition in 0..<count {
            try flush(partition)
            buffers[partition] = []
        }
    }

    /// Opens a partition for reading from its start.
    func stream(_ partition: Int) throws(SourceFailure) -> any ByteStream {
        guard lseek(descriptors[partition], 0, SEEK_SET) == 0 else { throw failure() }
        return PartitionStream(descriptors[partition], directory, owner: self)
    }

    private func flush(_ partition: Int) throws(SourceFailure) {
        let (descriptor, count) = (descriptors[partition], buffers[partition].count)
        var written = 0
        while written < count {
            let result = buffers[partition].withUnsafeBytes { bytes in
                bytes.baseAddress.map { write(descriptor, $0 + written, count - written) } ?? -1
            }
            if result < 0, errno == EINTR { continue }
            guard result > 0 else { throw failure() }
            written += result
        }
        bytesWritten += count
        buffers[partition].removeAll(keepingCapacity: true)
    }

    private func failure() -> SourceFailure {
        SourceFailure(
            "The temporary folder \(directory)",
            "cannot be written: \(SystemError.text)",
            advice: "Free as much space as the unpacked source takes, or name another folder in TMPDIR."
        )
    }
}

private final class PartitionStream: ByteStream {
    let name: String
    let bytesReadOnDisk = 0
    let bytesOnDisk = 0
    private let descriptor: Int32
    // Keeps the descriptor open.
    private let owner: PartitionFiles

    init(_ descriptor: Int32, _ name: String, owner: PartitionFiles) {
        self.descriptor = descriptor
        self.name = name
        self.owner = owner
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceFailure) -> Int {
        while true {
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR else {
                throw SourceFailure(
                    "The temporary folder \(name)",
                    "cannot be read: \(SystemError.text)",
                    advice: "Check the disk."
                )
            }
        }
    }
}
