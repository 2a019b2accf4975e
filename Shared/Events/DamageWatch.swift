import Logging
import ServiceKit
import ServiceLifecycle
import Storage

/// Looks a large database through after a crash, beside serving, and ends the process if it is damaged.
///
/// The file stays as it is found: the process does not close it, which would write to it.
struct DamageWatch: Service {
    let check: StartCheck
    /// In which directory the note of the last backup lies, if it is not the set's.
    let lastBackup: String?
    let logger: Logger

    func run() async throws {
        logger.notice("the last run was cut short; the database is looked through")
        do {
            let stop = InspectionStop()
            // A stop does not wait for minutes until a large file was read.
            try await withTaskCancellationOrGracefulShutdownHandler {
                try await check.runAside(stop)
            } onCancelOrGracefulShutdown: {
                stop.ask()
            }
            logger.notice("the database is whole")
        } catch let error as StorageError {
            let ending = error.ending(noteIn: lastBackup)
            logger.critical(
                "the database is damaged, and is not served any longer",
                metadata: ["error": "\(ending)"]
            )
            throw ending
        } catch is CancellationError {
            logger.notice("the look through the database is broken off; the next start looks again")
        } catch {
            logger.failure("the database could not be looked through", error)
        }
        // The end of one service would end the process.
        try? await gracefulShutdown()
    }
}

extension StorageError {
    /// What ends a process that needs the database: damage is not mended by another start, which would only read all of it again.
    func ending(noteIn directory: String?) -> any Error & CustomStringConvertible {
        isDamage ? LastingFailure(description(noteIn: directory)) : self
    }
}
