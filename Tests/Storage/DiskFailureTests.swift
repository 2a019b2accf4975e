import Glibc
import Storage
import Testing

/// Tests which errors of SQLite end the process.
struct DiskFailureTests {
    /// Extended result codes (<https://www.sqlite.org/rescode.html>).
    private static let (read, write, sync, directorySync, truncate, sharedMemory):
        (Int32, Int32, Int32, Int32, Int32, Int32) = (266, 778, 1_034, 1_290, 1_546, 4_874)
    private static let (full, corrupt, busy, constraint): (Int32, Int32, Int32, Int32) = (13, 11, 5, 19)

    @Test(arguments: [sync, directorySync])
    func `a failed sync is a loss, whatever its cause`(code: Int32) {
        for cause in [EIO, ENOSPC, 0] { #expect(DiskFailure.isLoss(code: code, causes: [cause, 0])) }
    }

    @Test(arguments: [write, truncate])
    func `a failed write is a loss, unless the disk, a quota or a limit is full`(code: Int32) {
        for causes in [[EIO, 0], [0, EIO], [EROFS, 0], [EFBIG, EIO]] {
            #expect(DiskFailure.isLoss(code: code, causes: causes))
        }
        for cause in [ENOSPC, EDQUOT, EFBIG] {
            #expect(!DiskFailure.isLoss(code: code, causes: [cause, 0]))
            #expect(!DiskFailure.isLoss(code: code, causes: [0, cause]))
        }
    }

    @Test func `a failed write to a temporary file is no loss`() {
        #expect(!DiskFailure.isLoss(code: Self.write, causes: [0, 0]))
    }

    @Test(arguments: [read, sharedMemory, full, corrupt, busy, constraint])
    func `other errors are no loss`(code: Int32) {
        #expect(!DiskFailure.isLoss(code: code, causes: [EIO, EIO]))
    }
}
