package import Logging

extension Logger {
    /// Logs a failure of background work that continues and is not awaited.
    ///
    /// Errors while the process is stopping are no failures: they are logged at the level debug. By then the task is
    /// cancelled, whatever type the error has.
    ///
    /// - Parameters:
    ///   - message: What could not be done.
    ///   - error: The cause.
    ///   - metadata: Further metadata.
    ///   - level: The level of a failure outside a shutdown.
    package func failure(
        _ message: Message,
        _ error: any Error,
        _ metadata: Metadata = [:],
        level: Level = .error
    ) {
        log(level: Task.isCancelled ? .debug : level, message, metadata: metadata.merging(["error": "\(error)"]) { $1 })
    }
}
