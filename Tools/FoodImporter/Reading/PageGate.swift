import Dispatch

/// Limits the number of pages in flight by blocking the reader.
///
/// This bounds memory however fast a file is read, while reading, sending and storing overlap.
package final class PageGate: Sendable {
    private let slots: DispatchSemaphore
    private let count: Int

    /// Creates a gate for the given number of pages.
    package init(slots count: Int) {
        // Dispatch traps if a semaphore is destroyed with a lower value than its first one, hence the first value 0.
        slots = DispatchSemaphore(value: 0)
        self.count = count
        for _ in 0..<count { slots.signal() }
    }

    /// Acquires a slot; blocks the thread until one is free.
    package func enter() { slots.wait() }

    /// Blocks the thread until all slots are free.
    ///
    /// Only the thread that enters may call it.
    package func waitUntilEmpty() {
        for _ in 0..<count { slots.wait() }
        for _ in 0..<count { slots.signal() }
    }

    /// Releases a slot.
    ///
    /// Any thread may call it.
    package func leave() { slots.signal() }
}
