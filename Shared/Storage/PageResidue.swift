import GRDB

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Copies of rows in the unallocated part of a b-tree page, which `secure_delete` does not overwrite.
///
/// When SQLite moves rows to a neighbouring page, it rebuilds the page that they leave (`rebuildPage` in `btree.c`).
/// Their bytes stay there, between the pointers to the cells and the cells. A row that is removed from its new page
/// later could still be read from the old one, for as long as no other row overwrites it. No reader uses these bytes
/// (<https://www.sqlite.org/fileformat2.html#b_tree_pages>), so they can be overwritten at any time.
///
/// ``DatabaseFile`` overwrites them in every page that it writes into a database file. ``sweep(_:)`` does so in files
/// of earlier versions.
package enum PageResidue {
    /// The number in a file's header (`PRAGMA user_version`) that says that all its pages were written without residue.
    ///
    /// SQLite itself does not use the number.
    static let sweptVersion: Int32 = 1
    /// Maximum size of a file with pages that are changed, in pages: 64 GiB with pages of 4 KiB.
    ///
    /// An overflow page begins with the number of another page, and a b-tree page with a small non-zero byte. Up to
    /// 2²⁵ pages, the first byte of such a number is zero or one, which is no type of a b-tree page. The write-ahead
    /// log may contain numbers beyond the end of the file; it is far smaller than the other half.
    static let filePagesMax = 1 << 24

    private static let pageBytesMin = 512
    private static let pageBytesMax = 65_536
    /// Size of the header of a file, before the header of its first page.
    private static let fileHeaderBytes = 100
    /// The first bytes of every database.
    private static let magic = Array("SQLite format 3\0".utf8)
    /// Offsets in the header of a file.
    private static let (pageSizeOffset, userVersionOffset) = (16, 60)
    /// Offsets in the header of a page: the number of cells, and where the first cell begins.
    private static let (cellCountOffset, cellsOffset) = (3, 5)
    /// Bytes per read of a sweep; a multiple of every page size.
    private static let portionBytes = 1 << 20

    /// Returns the part of a page to overwrite with zeros.
    ///
    /// - Parameters:
    ///   - page: A whole page of any kind.
    ///   - isFirst: Whether it is the first page of its file.
    /// - Returns: The unallocated part of a b-tree page; nil if it is zero already, and for other pages.
    package static func range(in page: UnsafeRawBufferPointer, isFirst: Bool) -> Range<Int>? {
        guard page.count >= pageBytesMin, page.count <= pageBytesMax else { return nil }
        let header = isFirst ? fileHeaderBytes : 0
        guard let headerBytes = headerBytes(ofType: page[header]) else { return nil }
        let cells = number(in: page, at: header + cellsOffset)
        let lower = header + headerBytes + 2 * number(in: page, at: header + cellCountOffset)
        let upper = cells == 0 ? pageBytesMax : cells
        guard lower < upper, upper <= page.count, let start = page.baseAddress else { return nil }
        // All bytes are equal to their neighbour, and the first one is zero. This takes some nanoseconds per page.
        let isZero = page[lower] == 0 && memcmp(start + lower, start + lower + 1, upper - lower - 1) == 0
        return isZero ? nil : lower..<upper
    }

    /// Overwrites the residue in a file, unless its header says that there is none.
    ///
    /// A crash in between leaves a valid file: no reader uses the changed bytes.
    ///
    /// - Parameter path: The path of a database that this process has locked and not opened. It need not exist.
    /// - Throws: `StorageError` if the file cannot be read or written.
    static func sweep(_ path: String) throws {
        do {
            try overwriteAll(path)
        } catch {
            throw StorageError.cannotOpen(path: path, reason: "\(error)")
        }
    }

    /// Records in an open file that it has no residue, so that later starts need not read it.
    static func markSwept(_ database: Database) throws {
        let version = try Int32.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        guard version < sweptVersion else { return }
        try database.execute(sql: "PRAGMA user_version = \(sweptVersion)")
    }

    private static func overwriteAll(_ path: String) throws {
        let file = open(path, O_RDWR | O_CLOEXEC)
        if file < 0, errno == ENOENT { return }
        guard file >= 0 else { throw FileFailure("open", path) }
        defer { close(file) }
        var portion = [UInt8](repeating: 0, count: portionBytes)
        guard let pageBytes = try unsweptPageBytes(file, path, &portion) else { return }
        guard lseek(file, 0, SEEK_END) / pageBytes <= filePagesMax else { return }
        var (offset, hasChanges) = (0, false)
        while true {
            let count = try read(file, path, &portion, at: offset)
            for start in stride(from: 0, through: count - pageBytes, by: pageBytes) {
                let isFirst = offset == 0 && start == 0
                let gap = portion.withUnsafeBytes {
                    range(in: UnsafeRawBufferPointer(rebasing: $0[start..<start + pageBytes]), isFirst: isFirst)
                }
                guard let gap else { continue }
                try writeZeros(file, path, gap.count, at: offset + start + gap.lowerBound)
                hasChanges = true
            }
            // A file of whole pages ends with a short portion, or with an empty one.
            guard count == portionBytes else { break }
            offset += count
        }
        if hasChanges, fsync(file) != 0 { throw FileFailure("write", path) }
    }

    /// Returns the page size of a file that must be swept; nil if there is nothing to do.
    private static func unsweptPageBytes(_ file: Int32, _ path: String, _ portion: inout [UInt8]) throws -> Int? {
        guard try read(file, path, &portion, at: 0) >= pageBytesMin, portion.starts(with: magic) else { return nil }
        let version = portion[userVersionOffset..<userVersionOffset + 4].reduce(0) { $0 << 8 | UInt32($1) }
        guard Int32(bitPattern: version) < sweptVersion else { return nil }
        let bytes = Int(portion[pageSizeOffset]) << 8 | Int(portion[pageSizeOffset + 1])
        // The number 1 stands for the largest size, which does not fit into two bytes.
        return bytes == 1 ? pageBytesMax : bytes >= pageBytesMin ? bytes : nil
    }

    /// Returns the size of the header of a b-tree page; nil for other pages.
    private static func headerBytes(ofType type: UInt8) -> Int? {
        switch type {
        case 2, 5: 12
        case 10, 13: 8
        default: nil
        }
    }

    private static func number(in page: UnsafeRawBufferPointer, at offset: Int) -> Int {
        Int(page[offset]) << 8 | Int(page[offset + 1])
    }

    /// Fills the buffer from an offset on; returns the number of bytes, which is smaller at the end of the file.
    private static func read(_ file: Int32, _ path: String, _ bytes: inout [UInt8], at offset: Int) throws -> Int {
        var count = 0
        while count < bytes.count {
            let length = bytes.withUnsafeMutableBytes { buffer in
                pread(file, buffer.baseAddress.map { $0 + count }, buffer.count - count, offset + count)
            }
            if length < 0, errno == EINTR { continue }
            guard length >= 0 else { throw FileFailure("read", path) }
            if length == 0 { break }
            count += length
        }
        return count
    }

    private static func writeZeros(_ file: Int32, _ path: String, _ count: Int, at offset: Int) throws {
        let zeros = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let length = zeros.withUnsafeBytes { buffer in
                pwrite(file, buffer.baseAddress.map { $0 + done }, count - done, offset + done)
            }
            if length < 0, errno == EINTR { continue }
            guard length > 0 else { throw FileFailure("write", path) }
            done += length
        }
    }
}
