#if canImport(Glibc)
import Glibc
#endif

/// Bytes that come in at the end and leave at the beginning, in one piece of memory that is used again.
@safe package struct ByteQueue: ~Copyable {
    /// What is kept when the queue runs empty; a queue that once held a large message gives its memory back.
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

    /// What is in the queue, until the next change.
    package var bytes: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: memory + head, count: tail - head)
    }

    /// Room for at least so many more bytes, of which ``didWrite(_:)`` tells how many have come.
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

    /// Takes bytes away from the beginning.
    package mutating func consume(_ count: Int) {
        precondition(count <= self.count, "more was consumed than there is")
        head += count
        guard head == tail else { return }
        head = 0
        tail = 0
        if capacity > Self.keptCapacity { resize(Self.keptCapacity) }
    }

    /// Takes bytes away from the middle.
    ///
    /// The shorter one of what is before and what is behind them is moved.
    ///
    /// - Parameter range: Which bytes, from the beginning of the queue.
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
        // Moving what is there to the beginning is enough while it is less than half: then every byte moves once.
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
