/// The decompressed bytes of a file, read sequentially.
protocol ByteStream: AnyObject {
    /// The file's name in messages.
    var name: String { get }
    /// The number of bytes on disk that have been read.
    var bytesReadOnDisk: Int { get }
    /// The number of bytes on disk.
    var bytesOnDisk: Int { get }

    /// Reads the next bytes.
    ///
    /// - Parameter buffer: A nonempty buffer, filled from its start.
    /// - Returns: The number of bytes read; 0 at the end.
    /// - Throws: `SourceFailure` if the file is damaged or the disk fails.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceFailure) -> Int
}
