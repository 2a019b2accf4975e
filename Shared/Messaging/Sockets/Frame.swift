import CZeroMQ

/// The frames of one received message, in memory that is used again for the next.
@safe package final class FrameBuffer {
    private let messages: UnsafeMutablePointer<zmq_msg_t>
    package private(set) var count = 0
    /// Whether the message had more frames than are taken; those are gone.
    package private(set) var isTooLong = false

    package init() {
        unsafe messages = .allocate(capacity: MessageLimits.framesMax)
        for index in 0..<MessageLimits.framesMax { unsafe zmq_msg_init(messages + index) }
    }

    deinit {
        for index in 0..<MessageLimits.framesMax { unsafe zmq_msg_close(messages + index) }
        unsafe messages.deallocate()
    }

    /// Takes the next message without waiting; false when there is none.
    package func receive(from socket: ZMQSocket) -> Bool {
        count = 0
        isTooLong = false
        guard unsafe zmq_msg_recv(messages, socket.pointer, ZMQ_DONTWAIT) >= 0 else { return false }
        count = 1
        while unsafe zmq_msg_more(messages + (count - 1)) != 0 {
            if count == MessageLimits.framesMax {
                isTooLong = true
                dropRest(of: socket)
                break
            }
            // The frames of a message arrive together.
            guard unsafe zmq_msg_recv(messages + count, socket.pointer, ZMQ_DONTWAIT) >= 0 else { break }
            count += 1
        }
        return true
    }

    private func dropRest(of socket: ZMQSocket) {
        let rest = unsafe messages + (MessageLimits.framesMax - 1)
        repeat {
            guard unsafe zmq_msg_recv(rest, socket.pointer, ZMQ_DONTWAIT) >= 0 else { return }
        } while unsafe zmq_msg_more(rest) != 0
    }

    /// A frame's bytes, until the next message is received.
    package func bytes(_ index: Int) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: zmq_msg_data(messages + index), count: zmq_msg_size(messages + index))
    }

    /// Whether a frame is exactly that text.
    package func frame(_ index: Int, is text: StaticString) -> Bool {
        let bytes = unsafe bytes(index)
        guard bytes.count == text.utf8CodeUnitCount else { return false }
        for offset in 0..<bytes.count where unsafe bytes[offset] != text.utf8Start[offset] { return false }
        return true
    }

    /// The byte of a frame that has just one.
    package func byte(_ index: Int) -> UInt8? {
        let bytes = unsafe bytes(index)
        return bytes.count == 1 ? unsafe bytes[0] : nil
    }

    /// A frame's bytes, copied.
    package func array(_ index: Int) -> [UInt8] { unsafe Array(bytes(index)) }

    /// A frame as text; nil if it is no UTF-8.
    package func text(_ index: Int) -> String? { unsafe String(validating: bytes(index), as: UTF8.self) }

    /// Moves a frame's content to where it is kept.
    func move(_ index: Int, to message: UnsafeMutablePointer<zmq_msg_t>) {
        unsafe zmq_msg_move(message, messages + index)
    }

    /// Sends a frame on without copying its content.
    @discardableResult
    package func forward(_ index: Int, to socket: ZMQSocket, more: Bool) -> Bool {
        let flags = ZMQ_DONTWAIT | (more ? ZMQ_SNDMORE : 0)
        return unsafe zmq_msg_send(messages + index, socket.pointer, flags) >= 0
    }

    /// The file descriptor of the connection that the message came over; -1 where there is none.
    ///
    /// The first frame is the address that a ROUTER puts in front; libzmq does not always give it the properties of
    /// the message, so they are read from the second.
    package var sourceDescriptor: Int32 { unsafe zmq_msg_get(messages + 1, ZMQ_SRCFD) }

    /// Who the kernel says the peer is: `path:uid:gid:pid` on ipc.
    package var peerAddress: String? {
        guard let text = unsafe zmq_msg_gets(messages + 1, "Peer-Address") else { return nil }
        return unsafe String(cString: text)
    }
}
