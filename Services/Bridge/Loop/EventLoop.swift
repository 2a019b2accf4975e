import Messaging

/// Waits for descriptors and calls those that they belong to, on one thread.
final class EventLoop {
    typealias Handler = (_ isReadable: Bool, _ isWritable: Bool) -> Void

    private struct Entry {
        let descriptor: Int32
        let handler: Handler
        var isWatched: Bool
    }

    private let poller: Poller
    private var entries: [UInt64: Entry] = [:]
    private var lastNumber: UInt64 = 0
    /// Handlers to be called once more before the loop sleeps.
    private var again: Set<UInt64> = []
    /// Relays with something to write at the end of the round.
    private var unwritten: [Relay] = []
    /// Why the process cannot go on; nil while it can.
    private(set) var failure: (any Error)?

    init() throws { poller = try Poller() }

    /// Calls a handler when a descriptor has something to read, has room after it had none, or has ended.
    ///
    /// - Returns: The number under which it is known; numbers are never used again.
    /// - Throws: `SocketError` if the system can watch no more.
    func add(_ descriptor: Int32, _ handler: @escaping Handler) throws(SocketError) -> UInt64 {
        lastNumber += 1
        try poller.add(descriptor, number: lastNumber)
        entries[lastNumber] = Entry(descriptor: descriptor, handler: handler, isWatched: true)
        return lastNumber
    }

    /// Says what is of interest about a descriptor; its end is reported unless nothing is.
    func watch(_ number: UInt64, reading: Bool, writing: Bool) {
        guard let entry = entries[number] else { return }
        if !reading, !writing {
            // The end of a peer would be reported again and again.
            if entry.isWatched { poller.remove(entry.descriptor) }
            entries[number]?.isWatched = false
            return
        }
        if !entry.isWatched {
            do throws(SocketError) {
                try poller.add(entry.descriptor, number: number)
                entries[number]?.isWatched = true
            } catch {
                fail(error)
            }
        }
        poller.watch(entry.descriptor, number: number, reading: reading, writing: writing)
    }

    /// Forgets a descriptor, before it is closed.
    func remove(_ number: UInt64?) {
        guard let number, let entry = entries.removeValue(forKey: number) else { return }
        if entry.isWatched { poller.remove(entry.descriptor) }
        again.remove(number)
    }

    /// Has a handler called once more before the loop sleeps, as if there were something to read.
    ///
    /// A socket of libzmq may have swallowed the sign that something is there while it was used otherwise.
    func callAgain(_ number: UInt64?) {
        guard let number, entries[number] != nil else { return }
        again.insert(number)
    }

    /// Has a relay written at the end of the round.
    func noteUnwritten(_ relay: Relay) { unwritten.append(relay) }

    /// Ends the loop: the process cannot go on.
    func fail(_ error: any Error) { failure = failure ?? error }

    /// Waits at most so long, and calls the handlers of all that has something.
    func turn(milliseconds: Int) {
        let count = poller.wait(milliseconds: again.isEmpty ? milliseconds : 0)
        for index in 0..<count {
            let report = poller.report(index)
            entries[report.number]?.handler(report.isReadable, report.isWritable)
        }
        let due = again
        again.removeAll(keepingCapacity: true)
        for number in due { entries[number]?.handler(true, false) }
        writeAll()
    }

    /// Writes what the round had to say.
    func writeAll() {
        while !unwritten.isEmpty {
            let relays = unwritten
            unwritten.removeAll(keepingCapacity: true)
            for relay in relays { relay.write() }
        }
    }
}
