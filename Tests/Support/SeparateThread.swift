import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// Runs a long calculation on a separate thread of low priority.
///
/// Tests that run concurrently wait for real processes, and need Swift's few threads and the processors more.
///
/// - Parameter work: The calculation. It records no issues, because it runs outside its test.
/// - Returns: The result of the calculation.
package func onSeparateThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        let thread = Thread {
            #if canImport(Glibc)
            // On Linux this sets the priority of the calling thread alone.
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
            #endif
            continuation.resume(returning: work())
        }
        thread.qualityOfService = .utility
        thread.start()
    }
}
