import Dispatch
import Synchronization

/// A flag that is raised from any task or thread, and stays raised.
package final class Flag: Sendable {
    private let value = Atomic(false)

    package init() {}

    package var isRaised: Bool { value.load(ordering: .sequentiallyConsistent) }

    /// Raises the flag; returns whether this call is the first.
    @discardableResult
    package func raise() -> Bool { !value.exchange(true, ordering: .sequentiallyConsistent) }
}

/// A number that is counted from any task or thread.
package final class Counter: Sendable {
    private let count = Atomic(0)

    package init() {}

    package var value: Int { count.load(ordering: .sequentiallyConsistent) }

    /// Adds one; returns the new number.
    @discardableResult
    package func increment() -> Int { count.add(1, ordering: .sequentiallyConsistent).newValue }

    /// Sets the number to zero, and returns its former value.
    package func reset() -> Int { count.exchange(0, ordering: .sequentiallyConsistent) }

    /// Raises the number to a value if that is greater.
    package func raise(to value: Int) { count.max(value, ordering: .sequentiallyConsistent) }
}

/// Records values from any task or thread.
package final class Recorder<Value: Sendable>: Sendable {
    private let recorded = Mutex<[Value]>([])

    package init() {}

    /// The values in the order of their recording.
    package var values: [Value] { recorded.withLock { $0 } }

    package func record(_ value: Value) { recorded.withLock { $0.append(value) } }
}

/// Blocks threads until a test opens it; it stays open.
package final class Gate: Sendable {
    private let opened = DispatchSemaphore(value: 0)
    private let arrivals = Counter()

    package init() {}

    /// The number of threads that have reached it.
    package var arrivalCount: Int { arrivals.value }

    package func pass() {
        arrivals.increment()
        // Each thread lets the next one pass.
        opened.wait()
        opened.signal()
    }

    package func open() { opened.signal() }
}
