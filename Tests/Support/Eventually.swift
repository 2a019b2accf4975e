package import Testing

#if canImport(Glibc)
import Glibc
#endif

/// The limits of ``eventually(_:pause:details:sourceLocation:_:)`` and its variants.
package enum Waiting {
    /// The time limit of a wait: seconds would do on a quiet machine, ten times as long beside other programs.
    package static let limit = Duration.seconds(60)
    /// The pause between two looks; without it, looks would take the processors from what is under test.
    package static let pause = Duration.milliseconds(5)
}

/// Waits until a condition holds.
///
/// The first look is at once. An error of the condition counts as false.
///
/// - Parameters:
///   - what: The expected state, for the failure's message.
///   - pause: The time between two looks.
///   - details: More text for the failure's message, evaluated at the failure.
///   - sourceLocation: Where a failure is reported.
///   - condition: Returns whether the state is reached.
/// - Throws: The failed expectation, with the last error, if the condition does not hold within ``Waiting/limit``.
package func eventually(
    _ what: String,
    pause: Duration = Waiting.pause,
    details: @autoclosure () -> String = "",
    sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () async throws -> Bool
) async throws {
    try await eventually(what, is: true, pause: pause, details: details(), sourceLocation: sourceLocation, condition)
}

/// Waits until a value is the expected one; otherwise like ``eventually(_:pause:details:sourceLocation:_:)``.
///
/// - Throws: The failed expectation, with the last value or error, if no look within ``Waiting/limit`` finds the value.
package func eventually<Value: Equatable>(
    _ what: String,
    is expected: Value,
    pause: Duration = Waiting.pause,
    details: @autoclosure () -> String = "",
    sourceLocation: SourceLocation = #_sourceLocation,
    _ value: () async throws -> Value
) async throws {
    let end = ContinuousClock.now + Waiting.limit
    while true {
        let look: Result<Value, any Error>
        do { look = .success(try await value()) } catch { look = .failure(error) }
        if case .success(let value) = look, value == expected { return }
        let isInTime = ContinuousClock.now < end
        try #require(isInTime, "\(message(what, look, details()))", sourceLocation: sourceLocation)
        try await Task.sleep(for: pause)
    }
}

/// Waits until there is a value; otherwise like ``eventually(_:pause:details:sourceLocation:_:)``.
///
/// - Returns: The value.
/// - Throws: The failed expectation, with the last error, if there is no value within ``Waiting/limit``.
package func eventualValue<Value>(
    _ what: String,
    pause: Duration = Waiting.pause,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ value: () async throws -> Value?
) async throws -> Value {
    var found: Value?
    try await eventually(what, pause: pause, sourceLocation: sourceLocation) {
        found = try await value()
        return found != nil
    }
    return try #require(found, sourceLocation: sourceLocation)
}

/// Waits in code that is not asynchronous and blocks its thread; otherwise like
/// ``eventually(_:pause:details:sourceLocation:_:)``.
package func eventuallyBlocking(
    _ what: String,
    pause: Duration = Waiting.pause,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () throws -> Bool
) throws {
    let end = ContinuousClock.now + Waiting.limit
    while true {
        let look = Result { try condition() }
        if case .success(true) = look { return }
        let isInTime = ContinuousClock.now < end
        try #require(isInTime, "\(message(what, look, ""))", sourceLocation: sourceLocation)
        // The test's own time limit cancels its task.
        try Task.checkCancellation()
        usleep(useconds_t(pause / .microseconds(1)))
    }
}

/// Waits until the task is cancelled, as work that never ends by itself.
///
/// - Throws: `CancellationError`.
package func waitForCancellation() async throws {
    let (never, continuation) = AsyncStream.makeStream(of: Void.self)
    // The loop ends when the task is cancelled: nothing arrives, and the stream stays open.
    for await _ in never {}
    withExtendedLifetime(continuation) {}
    throw CancellationError()
}

/// Returns the message of a failure: the expected state, and what the last look has found.
private func message<Value>(_ what: String, _ look: Result<Value, any Error>, _ details: String) -> String {
    let found =
        switch look {
        case .success(let value as Bool): value ? " The condition was true." : ""
        case .success(let value): " The last value was \(value)."
        case .failure(let error): " The last error was \(error)."
        }
    let more = details.isEmpty ? "" : "\n\(details)"
    return "Not within \(Waiting.limit): \(what).\(found)\(more)"
}
