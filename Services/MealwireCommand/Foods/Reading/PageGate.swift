import Dispatch

/// Lets a few pages be under way at once; whoever reads waits for the next place.
///
/// So memory has a bound however fast a file is read, and reading, sending and storing overlap.
package final class PageGate: Sendable {
    private let places: DispatchSemaphore
    private let count: Int

    /// A gate with so many places.
    package init(places count: Int) {
        // A semaphore that ends with fewer places than it was made with is taken for a defect; so it is made with none.
        places = DispatchSemaphore(value: 0)
        self.count = count
        for _ in 0..<count { places.signal() }
    }

    /// Takes a place; blocks the thread until there is one.
    package func enter() { places.wait() }

    /// Blocks the thread until nobody has a place; only who enters may call it.
    package func waitUntilEmpty() {
        for _ in 0..<count { places.wait() }
        for _ in 0..<count { places.signal() }
    }

    /// Gives a place back; may be called from anywhere.
    package func leave() { places.signal() }
}
