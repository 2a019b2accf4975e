import CZeroMQ

/// Header and payload of messages that are kept for a while, in slots that are used again: no allocation per message.
@safe package final class FrameStore {
    /// Pairs in one piece of memory.
    private static let chunkSize = 256

    private var chunks: [UnsafeMutablePointer<zmq_msg_t>] = unsafe []
    private var free: [Int] = []
    /// Messages that are kept.
    package private(set) var count = 0

    package init() {}

    deinit {
        for number in unsafe chunks.indices {
            let chunk = unsafe chunks[number]
            for index in 0..<2 * Self.chunkSize { unsafe zmq_msg_close(chunk + index) }
            unsafe chunk.deallocate()
        }
    }

    /// Moves two frames of the buffer, header and payload, into a slot.
    package func keep(_ frames: FrameBuffer, header: Int, payload: Int) -> Int {
        if free.isEmpty { grow() }
        let slot = free.removeLast()
        count += 1
        unsafe frames.move(header, to: message(slot, 0))
        unsafe frames.move(payload, to: message(slot, 1))
        return slot
    }

    /// Drops what is kept in a slot.
    package func release(_ slot: Int) {
        for part in 0..<2 {
            let message = unsafe message(slot, part)
            unsafe zmq_msg_close(message)
            unsafe zmq_msg_init(message)
        }
        free.append(slot)
        count -= 1
    }

    /// The header's bytes, until the slot is released.
    package func header(_ slot: Int) -> UnsafeRawBufferPointer {
        let message = unsafe message(slot, 0)
        return unsafe UnsafeRawBufferPointer(start: zmq_msg_data(message), count: zmq_msg_size(message))
    }

    /// Sends a copy of the header, which shares its content.
    @discardableResult
    package func sendHeader(_ slot: Int, to socket: ZMQSocket) -> Bool {
        unsafe send(message(slot, 0), to: socket, more: true)
    }

    /// Sends a copy of the payload, which shares its content, as the last frame.
    @discardableResult
    package func sendPayload(_ slot: Int, to socket: ZMQSocket) -> Bool {
        unsafe send(message(slot, 1), to: socket, more: false)
    }

    private func send(_ message: UnsafeMutablePointer<zmq_msg_t>, to socket: ZMQSocket, more: Bool) -> Bool {
        var copy = zmq_msg_t()
        unsafe zmq_msg_init(&copy)
        unsafe zmq_msg_copy(&copy, message)
        let flags = ZMQ_DONTWAIT | (more ? ZMQ_SNDMORE : 0)
        if unsafe zmq_msg_send(&copy, socket.pointer, flags) >= 0 { return true }
        unsafe zmq_msg_close(&copy)
        return false
    }

    private func message(_ slot: Int, _ part: Int) -> UnsafeMutablePointer<zmq_msg_t> {
        unsafe chunks[slot / Self.chunkSize] + (2 * (slot % Self.chunkSize) + part)
    }

    private func grow() {
        let chunk = UnsafeMutablePointer<zmq_msg_t>.allocate(capacity: 2 * Self.chunkSize)
        for index in 0..<2 * Self.chunkSize { unsafe zmq_msg_init(chunk + index) }
        let first = unsafe chunks.count * Self.chunkSize
        unsafe chunks.append(chunk)
        free.append(contentsOf: (first..<first + Self.chunkSize).reversed())
    }
}
