package import ZMTP

#if canImport(Glibc)
import Glibc
#endif

/// Waits for descriptors and calls their handlers, on one thread.
package final class EventLoop {
    /// The state of a descriptor.
    package struct Event {
        package var isReadable = false
        package var isWritable = false
        /// Whether the other side has closed the connection; reported even without interest in reading or writing.
        package var hasEnded = false
    }

    package typealias Handler = (Event) -> Void

    private struct Entry {
        let descriptor: Int32
        let handler: Handler
        var isReading = true
        /// Whether the descriptor is registered with the poller.
        var isWatched = true
    }

    private let poller: Poller
    private var entries: [UInt64: Entry] = [:]
    private var lastNumber: UInt64 = 0
    /// Numbers of the handlers to call once more before the loop sleeps.
    private var again: Set<UInt64> = []
    /// Relays that write at the end of the round.
    private var unwritten: [Relay] = []
    /// The error after which the process cannot continue; nil while there is none.
    private(set) var failure: (any Error)?

    package init() throws { poller = try Poller() }

    /// Registers a handler for a descriptor that becomes readable or writable, or is closed by the other side.
    ///
    /// - Returns: The number of the registration; numbers are never reused.
    /// - Throws: `SocketError` if the system cannot watch more descriptors.
    package func add(_ descriptor: Int32, _ handler: @escaping Handler) throws(SocketError) -> UInt64 {
        lastNumber += 1
        try poller.add(descriptor, number: lastNumber)
        entries[lastNumber] = Entry(descriptor: descriptor, handler: handler)
        return lastNumber
    }

    /// Sets the events of interest of a descriptor.
    ///
    /// The end of the connection is always reported: in each round while reading, otherwise once.
    func watch(_ number: UInt64, reading: Bool, writing: Bool) {
        guard let entry = entries[number] else { return }
        entries[number]?.isReading = reading
        if !entry.isWatched {
            guard reading || writing else { return }
            do throws(SocketError) {
                try poller.add(entry.descriptor, number: number)
                entries[number]?.isWatched = true
            } catch {
                fail(error)
            }
        }
        poller.watch(entry.descriptor, number: number, reading: reading, writing: writing)
    }

    /// Removes a descriptor; call it before the descriptor is closed.
    func remove(_ number: UInt64?) {
        guard let number, let entry = entries.removeValue(forKey: number) else { return }
        if entry.isWatched { poller.remove(entry.descriptor) }
        again.remove(number)
    }

    /// Schedules a call of a handler before the loop sleeps, as if the descriptor were readable.
    ///
    /// Any use of a libzmq socket may consume the signal that a message has arrived.
    func callAgain(_ number: UInt64?) {
        guard let number, entries[number] != nil else { return }
        again.insert(number)
    }

    /// Schedules a write of a relay at the end of the round.
    func scheduleWrite(_ relay: Relay) { unwritten.append(relay) }

    /// Ends the loop with an error; the first error counts.
    func fail(_ error: any Error) { failure = failure ?? error }

    /// Runs a body, and ends the loop if it fails, because a failed socket of libzmq is unusable.
    func perform(_ body: () throws -> Void) {
        do { try body() } catch { fail(error) }
    }

    /// Waits for events, at most for the given time, and calls the handlers of all ready descriptors.
    package func runOnce(milliseconds: Int) {
        // Lets the threads that fill the sockets run first, so that one turn carries more. Measured with 100 calls in
        // flight on two processors: 1.51 instead of 1.28 times the rate of the chain of C processes.
        sched_yield()
        let count = poller.wait(milliseconds: again.isEmpty ? milliseconds : 0)
        for index in 0..<count {
            handle(poller.report(index))
        }
        let due = again
        again.removeAll(keepingCapacity: true)
        for number in due { entries[number]?.handler(Event(isReadable: true)) }
        writeAll()
    }

    private func handle(_ report: Poller.Report) {
        guard let entry = entries[report.number] else { return }
        if report.hasEnded, !entry.isReading {
            // Otherwise the poller would report the end in each round, and the loop would never sleep.
            poller.remove(entry.descriptor)
            entries[report.number]?.isWatched = false
        }
        entry.handler(
            Event(isReadable: report.isReadable, isWritable: report.isWritable, hasEnded: report.hasEnded)
        )
    }

    /// Runs the scheduled writes.
    func writeAll() {
        while !unwritten.isEmpty {
            let relays = unwritten
            unwritten.removeAll(keepingCapacity: true)
            for relay in relays { relay.write() }
        }
    }
}
