package import Contracts
import Synchronization

/// Who downloads an export: one at a time for each user, and a few for all, since each holds pages in memory.
package final class ExportSlots: Sendable {
    /// Downloads at the same time, of some three megabytes each until the first bytes are read.
    package static let countMax = 8
    /// After so many nanoseconds a download no longer keeps others out: whoever reads that slowly has no more than one
    /// page in memory, and must not be able to keep everybody from their exports.
    private static let ageMaxNs: UInt64 = 600 * 1_000_000_000

    private let begun = Mutex<[UserID: UInt64]>([:])
    private let now: @Sendable () -> UInt64

    package init(now: @escaping @Sendable () -> UInt64 = { Deadline.monotonicNanoseconds() }) {
        self.now = now
    }

    /// Takes a place, which is free again when the result is released.
    ///
    /// - Throws: `tooManyRequests` where the user downloads already, `overloaded` where too many others do.
    package func take(for user: UserID) throws(ServiceError) -> ExportSlot {
        let time = now()
        let refusal = begun.withLock { begun -> ServiceError? in
            begun = begun.filter { time - $0.value < Self.ageMaxNs }
            if begun[user] != nil { return Self.downloading }
            if begun.count >= Self.countMax { return Self.full }
            begun[user] = time
            return nil
        }
        if let refusal { throw refusal }
        return ExportSlot { [self] in
            begun.withLock { begun in
                // Unless it was given to somebody else because of its age.
                if begun[user] == time { begun[user] = nil }
            }
        }
    }

    private static let downloading = ServiceError(
        .tooManyRequests,
        "An export of yours is being downloaded; begin another one when it has ended."
    )
    private static let full = ServiceError(.overloaded, "Too many exports are being downloaded; try again soon.")
}

/// A place among those who download.
package final class ExportSlot: Sendable {
    private let free: @Sendable () -> Void

    fileprivate init(_ free: @escaping @Sendable () -> Void) {
        self.free = free
    }

    /// Gives the place back before it is let go of.
    package func end() { free() }

    deinit { free() }
}
