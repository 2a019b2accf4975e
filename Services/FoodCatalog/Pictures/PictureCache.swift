import Contracts

/// A picture of a food from another server, checked and cleaned as uploads are.
package struct RemotePicture: Sendable, Equatable {
    package let contentType: String
    package let bytes: [UInt8]
    /// Identifies the content, in hexadecimal digits.
    package let tag: String

    package init(contentType: String, bytes: [UInt8]) {
        self.contentType = contentType
        self.bytes = bytes
        tag = ContentDigest.text(of: bytes)
    }
}

/// Fetched pictures in memory, and addresses that had none; a pure state machine.
package struct PictureCache: Sendable {
    private struct Slot {
        /// Nil for an address without a picture.
        let picture: RemotePicture?
        let expiresAt: UInt64
        /// Grows with each use.
        var use: Int
        /// Its share of the limit.
        let bytes: Int
    }

    /// How long a picture is kept, in nanoseconds: sources replace pictures rarely, and limit caching to an hour.
    package static let lifetimeNanoseconds: UInt64 = 3_600_000_000_000
    /// How long a failure is remembered, in nanoseconds: long enough to spare a broken server, and short for users.
    package static let failureLifetimeNanoseconds: UInt64 = 60_000_000_000
    /// What an address takes besides its picture, estimated from above, in bytes.
    package static let slotBytes = 1_024

    private let bytesMax: Int
    private var slots: [String: Slot] = [:]
    private var uses = 0
    /// The bytes of all slots.
    package private(set) var bytes = 0

    package init(bytesMax: Int = ServerLimit.remotePictureCacheBytes.value) {
        self.bytesMax = bytesMax
    }

    /// The number of addresses.
    package var count: Int { slots.count }

    /// Returns what is known of an address: nothing (nil), no picture, or its picture.
    package mutating func picture(at address: String, now: UInt64) -> RemotePicture?? {
        guard let slot = slots[address] else { return nil }
        guard slot.expiresAt > now else {
            remove(address)
            return nil
        }
        uses += 1
        slots[address]?.use = uses
        return .some(slot.picture)
    }

    /// Stores the picture of an address, or that it has none; the least recently used ones make room.
    package mutating func insert(_ picture: RemotePicture?, at address: String, now: UInt64) {
        remove(address)
        let size = Self.slotBytes + (picture?.bytes.count ?? 0)
        guard size <= bytesMax else { return }
        if bytes + size > bytesMax {
            for (address, slot) in slots where slot.expiresAt <= now { remove(address) }
        }
        while bytes + size > bytesMax, let oldest = slots.min(by: { $0.value.use < $1.value.use }) {
            remove(oldest.key)
        }
        uses += 1
        let lifetime = picture == nil ? Self.failureLifetimeNanoseconds : Self.lifetimeNanoseconds
        slots[address] = Slot(picture: picture, expiresAt: now + lifetime, use: uses, bytes: size)
        bytes += size
    }

    private mutating func remove(_ address: String) {
        if let slot = slots.removeValue(forKey: address) { bytes -= slot.bytes }
    }
}
