#if canImport(Glibc)
import Glibc
#endif

/// Keeps a process from outliving the supervisor that started it, however that one ended.
///
/// `mealwire up` sets `MEALWIRE_SUPERVISED` and gives each process a pipe as standard input. Nothing is ever written to it,
/// and it ends when the supervisor does, be it by `kill -9`.
enum SupervisorWatch {
    /// How long the process may drain then; nobody is left to kill it.
    private static let drainSecondsMax: UInt32 = 10

    /// Starts to watch, on a thread of its own: it only sleeps, and works even while the process waits to start.
    static func start() {
        var thread = pthread_t()
        let code = pthread_create(
            &thread,
            nil,
            { _ in
                SupervisorWatch.waitForEnd()
                // What SIGTERM does: ends at once what has not begun to serve, drains what has.
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
