#if canImport(Glibc)
import Glibc
#endif

/// Starts operating system threads; a socket loop needs a thread that no other work blocks.
package enum OSThread {
    private final class Body {
        let run: () -> Void

        init(_ run: @escaping () -> Void) {
            self.run = run
        }
    }

    /// Runs the body on a new thread, once.
    package static func start(_ body: @escaping @Sendable () -> Void) {
        let isStarted = startIfPossible(body)
        precondition(isStarted, "the system cannot create more threads")
    }

    /// Runs the body on a new thread, while the caller's task waits without blocking a thread.
    ///
    /// - Parameter body: The work of the thread.
    /// - Returns: The result of the body.
    /// - Throws: The errors of the body.
    package static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            start { continuation.resume(with: Result { try body() }) }
        }
    }

    /// Runs the body on a new thread, once.
    ///
    /// - Parameter body: The work of the thread.
    /// - Returns: False if the system cannot create a thread; then the body is not run.
    package static func startIfPossible(_ body: @escaping @Sendable () -> Void) -> Bool {
        var thread = pthread_t()
        // The new thread takes ownership of the reference.
        let reference = unsafe Unmanaged.passRetained(Body(body))
        let status = unsafe pthread_create(
            &thread,
            nil,
            { argument in
                if let argument = unsafe argument {
                    unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                }
                return nil
            },
            reference.toOpaque()
        )
        guard status == 0 else {
            unsafe reference.release()
            return false
        }
        pthread_detach(thread)
        return true
    }
}
