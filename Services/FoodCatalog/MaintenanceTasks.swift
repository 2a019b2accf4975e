import FoundationEssentials
import ServiceKit
import Storage
import StoredPictures

extension ServiceProcess {
    /// Interval at which words of erased users are purged from the index.
    private static let indexCleaningInterval = Duration.seconds(60)

    private static let uploadsInterval = Duration.seconds(600)

    /// Adds the periodic maintenance tasks.
    func addMaintenanceTasks(_ store: Store) {
        add(
            PeriodicTask("deleting unfinished uploads", every: Self.uploadsInterval, logger: logger) {
                try await store.forgetOldUploads(now: Date())
            }
        )
        add(
            PeriodicTask("purging erased words from the index", every: Self.indexCleaningInterval, logger: logger) {
                try await IndexCleaning.runIfDue(store)
            }
        )
    }
}
