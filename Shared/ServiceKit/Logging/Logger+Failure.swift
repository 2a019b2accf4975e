package import Logging

extension Logger {
    /// Notes that something failed which goes on by itself, and that nobody waits for.
    ///
    /// Whatever fails because the process is stopping is no failure: it is told to who looks for it, at the level debug. By then
    /// the task is cancelled, under whatever name the error of that arrives.
    ///
    /// - Parameters:
    ///   - message: What could not be done.
    ///   - error: Why.
    ///   - metadata: What else is to be known.
    ///   - level: For a failure that is one.
    package func failure(
        _ message: Message,
        _ error: any Error,
        _ metadata: Metadata = [:],
        level: Level = .error
    ) {
        log(level: Task.isCancelled ? .debug : level, message, metadata: metadata.merging(["error": "\(error)"]) { $1 })
    }
}
