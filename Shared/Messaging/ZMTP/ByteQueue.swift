#if canImport(Glibc)
import Glibc
#endif

/// A FIFO of bytes in one contiguous buffer that is reused.
@safe package struct ByteQueue: ~Copyable {
    /// The capacity that an empty queue keeps, in bytes; one that held a large message releases the rest.
    private static let keptCapacity = 64 << 10
    private static let firstCapacity = 4 << 10

    private var memory: UnsafeMutableRawPointer
    private var capacity: Int
    private var head = 0
    private var tail = 0

    package init() {
        capacity = Self.firstCapacity
        unsafe memory = .allocate(byteCount: capacity, alignment: 16)
    }

    deinit {
        unsafe memory.deallocate()
    }

    package var count: Int { tail - head }
    package var isEmpty: Bool { head == tail }

    /// The bytes in the queue, valid until the next change.
    package var bytes: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: memory + head, count: tail - head)
    }

    /// Returns space for at least `count` more bytes; ``didWrite(_:)`` then reports how many were written.
    package mutating func room(_ count: Int) -> UnsafeMutableRawBufferPointer {
        if capacity - tail < count { makeRoom(count) }
        return unsafe UnsafeMutableRawBufferPointer(start: memory + tail, count: capacity - tail)
    }

    package mutating func didWrite(_ count: Int) {
        precondition(count <= capacity - tail, "more was written than there was room for")
        tail += count
    }

    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        if capacity - tail < bytes.count { makeRoom(bytes.count) }
        unsafe (memory + tail).copyMemory(from: start, byteCount: bytes.count)
        tail += bytes.count
    }

    package mutating func append(_ byte: UInt8) {
        if tail == capacity { makeRoom(1) }
        unsafe memory.storeBytes(of: byte, toByteOffset: tail, as: UInt8.self)
        tail += 1
    }

    /// Removes bytes from the beginning.
    package mutating func consume(_ count: Int) {
        precondition(count <= self.count, "more was consumed than there is")
        head += count
        guard head == tail else { return }
        head = 0
        tail = 0
        if capacity > Self.keptCapacity { resize(Self.keptCapacity) }
    }

    /// Removes bytes from the middle.
    ///
    /// It moves the shorter of the parts before and after them.
    ///
    /// - Parameter range: The range, as offsets from the beginning of the queue.
    mutating func remove(_ range: Range<Int>) {
        precondition(range.upperBound <= count, "more was removed than there is")
        let behind = count - range.upperBound
        if range.lowerBound <= behind {
            unsafe memmove(memory + head + range.count, memory + head, range.lowerBound)
            consume(range.count)
        } else {
            unsafe memmove(memory + head + range.lowerBound, memory + head + range.upperBound, behind)
            tail -= range.count
        }
    }

    private mutating func makeRoom(_ more: Int) {
        let needed = count + more
        // Moving the contents to the beginning is enough while they are less than half: then every byte moves once.
        if needed <= capacity, count <= capacity / 2 {
            unsafe memory.copyMemory(from: memory + head, byteCount: count)
            (head, tail) = (0, count)
        } else {
            resize(max(needed, 2 * capacity))
        }
    }

    private mutating func resize(_ newCapacity: Int) {
        let other = UnsafeMutableRawPointer.allocate(byteCount: newCapacity, alignment: 16)
        unsafe other.copyMemory(from: memory + head, byteCount: count)
        unsafe memory.deallocate()
        unsafe memory = unsafe other
        (head, tail) = (0, count)
        capacity = newCapacity
    }
}
