import Logging
import Observability
import ServiceKit
import ServiceLifecycle
import Storage

/// Checks a large database after a crash while it is served, and ends the process if it is damaged.
///
/// A damaged file stays unchanged: the process does not close it, because closing would write to it.
struct IntegrityCheckService: Service {
    let check: StartCheck
    /// The directory with the record of the last backup, if it is not the stack's.
    let lastBackup: String?
    let logger: Logger

    func run() async throws {
        logger.notice("the last process did not end cleanly; checking the database")
        do {
            let cancellation = InspectionCancellation()
            // A shutdown does not wait for the rest of a large file.
            try await withTaskCancellationOrGracefulShutdownHandler {
                try await check.runInBackground(cancellation)
            } onCancelOrGracefulShutdown: {
                cancellation.cancel()
            }
            logger.notice("the database is intact")
        } catch let error as StorageError {
            let exitError = error.exitError(backupRecordIn: lastBackup)
            logger.critical(
                "the database is damaged and no longer served",
                metadata: ["error": "\(exitError)"]
            )
            throw exitError
        } catch is CancellationError {
            logger.notice("the check of the database was cancelled; the next start repeats it")
        } catch {
            logger.failure("the database could not be checked", error)
        }
        // When one service of the group ends, the process ends.
        try? await gracefulShutdown()
    }
}

extension StorageError {
    /// Returns the error that ends a process that needs the database.
    ///
    /// A restart does not repair damage and would only read the whole file again.
    func exitError(backupRecordIn directory: String?) -> any Error & CustomStringConvertible {
        isPermanent ? PermanentFailure(description(backupRecordIn: directory)) : self
    }
}
