import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// Runs work that calculates for long on a thread of its own, which gives way to all others.
///
/// Other tests run meanwhile and wait for real processes; they need Swift's few threads and the processors more.
///
/// - Parameter work: What to run; it records no issues, because it is outside of its test.
/// - Returns: What the work returns.
func aside<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        let thread = Thread {
            #if canImport(Glibc)
            // On Linux this is about the calling thread alone.
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
            #endif
            continuation.resume(returning: work())
        }
        thread.qualityOfService = .utility
        thread.start()
    }
}
