#if canImport(Glibc)
import Glibc
#endif

/// Ends a process when the supervisor that started it has ended, for whatever reason.
///
/// `mealwire up` sets `MEALWIRE_SUPERVISED` and gives each process a pipe as standard input. Nothing is ever written to
/// it. It is closed when the supervisor ends, even by `kill -9`.
enum SupervisorWatch {
    /// Maximum time to drain, in seconds; no supervisor is left to kill the process.
    private static let drainSecondsMax: UInt32 = 10

    /// Starts to watch on a thread of its own, which only sleeps.
    ///
    /// It works even while the process waits to start.
    static func start() {
        var thread = pthread_t()
        let code = pthread_create(
            &thread,
            nil,
            { _ in
                SupervisorWatch.waitForEnd()
                // As by SIGTERM: a process that has not begun to serve ends at once; otherwise it drains.
                kill(getpid(), SIGTERM)
                var left = SupervisorWatch.drainSecondsMax
                while left > 0 { left = sleep(left) }
                _exit(1)
            },
            nil
        )
        if code == 0 { pthread_detach(thread) }
    }

    private static func waitForEnd() {
        var byte: UInt8 = 0
        while true {
            let count = read(STDIN_FILENO, &byte, 1)
            guard count > 0 || (count < 0 && errno == EINTR) else { return }
        }
    }
}
