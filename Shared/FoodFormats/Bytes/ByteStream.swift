/// The bytes of a file from its beginning to its end, as they were before they were compressed.
protocol ByteStream: AnyObject {
    /// What messages call the file.
    var name: String { get }
    /// How far it has read on the disk.
    var bytesReadOnDisk: Int { get }
    /// How many bytes there are on the disk.
    var bytesOnDisk: Int { get }

    /// Reads on.
    ///
    /// - Parameter buffer: Is filled from its beginning; not empty.
    /// - Returns: How many bytes were read; 0 at the end.
    /// - Throws: `SourceFailure` if the file is damaged or the disk fails.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceFailure) -> Int
}
