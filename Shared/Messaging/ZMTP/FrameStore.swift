/// Stores frames of messages in reusable slots, without an allocation per message.
@safe package final class FrameStore {
    /// The capacity that a free slot may keep, in bytes; larger memory is released.
    private static let keptCapacity = 2 << 10
    /// The capacity that all free slots may keep together, in bytes: enough for the requests of a busy moment.
    private static let keptTotalMax = 4 << 20

    @safe private struct Slot {
        var memory: UnsafeMutableRawPointer?
        var capacity = 0
        var count = 0
    }

    private var slots: [Slot] = []
    private var free: [Int] = []
    /// The capacity of free slots, in bytes.
    package private(set) var retainedByteCount = 0
    /// The number of stored messages.
    package private(set) var count = 0
    /// The size of these messages, in bytes.
    package private(set) var byteCount = 0

    package init() {}

    deinit {
        for slot in slots { unsafe slot.memory?.deallocate() }
    }

    /// Stores new frames, followed by frames in their wire form; returns the index of the slot.
    package func insert(_ first: [[UInt8]], _ rest: UnsafeRawBufferPointer) -> Int {
        var bytes = ByteQueue()
        for frame in first {
            unsafe frame.withUnsafeBytes { unsafe bytes.appendFrame($0, flags: WireFrame.more) }
        }
        unsafe bytes.append(rest)
        return unsafe insert(bytes.bytes)
    }

    /// Stores frames in their wire form; returns the index of the slot.
    package func insert(_ bytes: UnsafeRawBufferPointer) -> Int {
        let index = free.popLast() ?? grow()
        retainedByteCount -= slots[index].capacity
        if slots[index].capacity < bytes.count {
            unsafe slots[index].memory?.deallocate()
            let capacity = Self.memory(ofMessage: bytes.count)
            unsafe slots[index].memory = .allocate(byteCount: capacity, alignment: 16)
            slots[index].capacity = capacity
        }
        if let start = bytes.baseAddress {
            unsafe slots[index].memory?.copyMemory(from: start, byteCount: bytes.count)
        }
        slots[index].count = bytes.count
        count += 1
        byteCount += bytes.count
        return index
    }

    /// Frees a slot.
    package func release(_ index: Int) {
        count -= 1
        byteCount -= slots[index].count
        slots[index].count = 0
        if slots[index].capacity > Self.keptCapacity || retainedByteCount + slots[index].capacity > Self.keptTotalMax {
            unsafe slots[index].memory?.deallocate()
            unsafe slots[index].memory = nil
            slots[index].capacity = 0
        }
        retainedByteCount += slots[index].capacity
        free.append(index)
    }

    /// Returns the memory that a stored message of this size uses, in bytes.
    package static func memory(ofMessage byteCount: Int) -> Int { max(byteCount, keptCapacity) }

    /// Returns the stored frames in their wire form, valid until the slot is released.
    package func wire(_ index: Int) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: slots[index].memory, count: slots[index].count)
    }

    /// Splits off the first frame's body from the rest, which begins at the second frame; nil if no frame is complete.
    package static func split(
        _ bytes: UnsafeRawBufferPointer
    ) -> (first: UnsafeRawBufferPointer, rest: UnsafeRawBufferPointer)? {
        // Stored frames were read from a connection, so their heads are valid; an incomplete one is none.
        guard let head = unsafe try? WireFrame.Head(bytes, at: 0) else { return nil }
        let end = head.length + head.bodyCount
        guard end <= bytes.count else { return nil }
        return unsafe (
            UnsafeRawBufferPointer(rebasing: bytes[head.length..<end]),
            UnsafeRawBufferPointer(rebasing: bytes[end...])
        )
    }

    private func grow() -> Int {
        slots.append(Slot())
        return slots.count - 1
    }
}
