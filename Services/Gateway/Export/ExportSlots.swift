package import Contracts
import Synchronization

/// Limits concurrent downloads of exports: one for each user and a few in all, because each holds pages in memory.
package final class ExportSlots: Sendable {
    /// The maximum of concurrent downloads, with about three megabytes each until the first bytes are read.
    package static let countMax = ServerLimit.exportDownloads.value
    /// The age in nanoseconds after which a download no longer blocks others.
    ///
    /// A client that reads so slowly has at most one page in memory, and must not block all other exports.
    private static let ageMaxNs: UInt64 = 600 * 1_000_000_000

    private let begun = Mutex<[UserID: UInt64]>([:])
    private let now: @Sendable () -> UInt64

    package init(now: @escaping @Sendable () -> UInt64 = { Deadline.monotonicNanoseconds() }) {
        self.now = now
    }

    /// Reserves a slot, which is free again when the result is released.
    ///
    /// - Throws: `tooManyRequests` if the user already downloads an export, `overloaded` if too many others do.
    package func take(for user: UserID) throws(ServiceError) -> ExportSlot {
        let time = now()
        let refusal = begun.withLock { begun -> ServiceError? in
            // Another thread may have read the clock later and come first.
            begun = begun.filter { Deadline.elapsed(from: $0.value, to: time) < Self.ageMaxNs }
            if begun[user] != nil { return Self.downloading }
            if begun.count >= Self.countMax { return Self.full }
            begun[user] = time
            return nil
        }
        if let refusal { throw refusal }
        return ExportSlot { [self] in
            begun.withLock { begun in
                // Another download may have taken the slot because of this one's age.
                if begun[user] == time { begun[user] = nil }
            }
        }
    }

    private static let downloading = ServiceError(
        .tooManyRequests,
        "One of your exports is being downloaded; start another when it has ended."
    )
    private static let full = ServiceError(.overloaded, "Too many exports are being downloaded; try again soon.")
}

/// A reserved slot of a download.
package final class ExportSlot: Sendable {
    private let free: @Sendable () -> Void

    fileprivate init(_ free: @escaping @Sendable () -> Void) {
        self.free = free
    }

    /// Frees the slot before this object is released.
    package func end() { free() }

    deinit { free() }
}
