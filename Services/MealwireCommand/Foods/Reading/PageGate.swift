import Dispatch

/// Limits the number of pages in flight by blocking the reader.
///
/// This bounds memory however fast a file is read, while reading, sending and storing overlap.
package final class PageGate: Sendable {
    private let places: DispatchSemaphore
    private let count: Int

    /// Creates a gate for the given number of pages.
    package init(places count: Int) {
        // Dispatch traps if a semaphore is destroyed with a lower value than its first one, hence the first value 0.
        places = DispatchSemaphore(value: 0)
        self.count = count
        for _ in 0..<count { places.signal() }
    }

    /// Acquires a slot; blocks the thread until one is free.
    package func enter() { places.wait() }

    /// Blocks the thread until all slots are free.
    ///
    /// Only the thread that enters may call it.
    package func waitUntilEmpty() {
        for _ in 0..<count { places.wait() }
        for _ in 0..<count { places.signal() }
    }

    /// Releases a slot.
    ///
    /// Any thread may call it.
    package func leave() { places.signal() }
}
