import ServiceKit
import Storage

extension ServiceProcess {
    /// How soon words of somebody who has left are out of the index for good.
    private static let indexCleaningInterval = Duration.seconds(60)

    /// Does from time to time what nobody asks for.
    func keepTidy(_ store: Store) {
        add(
            RegularTask("erased words leave the index", every: Self.indexCleaningInterval, logger: logger) {
                try await IndexCleaning.runIfDue(store)
            }
        )
    }
}
