import CZeroMQ

/// One frame that a socket has received.
///
/// A socket can receive into the same message repeatedly, which saves an allocation per frame.
@safe package final class ZeroMQMessage {
    let frame: UnsafeMutablePointer<zmq_msg_t>

    package init() {
        unsafe frame = .allocate(capacity: 1)
        unsafe frame.initialize(to: zmq_msg_t())
        _ = unsafe zmq_msg_init(frame)
    }

    deinit {
        _ = unsafe zmq_msg_close(frame)
        unsafe frame.deallocate()
    }

    /// The bytes, valid until the message receives the next frame.
    package var bytes: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: zmq_msg_data(frame), count: zmq_msg_size(frame))
    }

    /// The bytes, copied.
    package var array: [UInt8] { unsafe Array(bytes) }

    /// Whether the message has a further frame.
    package var hasMore: Bool { unsafe zmq_msg_more(frame) != 0 }

    /// The descriptor of the connection that delivered the frame; nil for an in-process transport.
    ///
    /// Another thread may have closed the connection since, so the number may refer to another file by now.
    package var sourceDescriptor: Int32? {
        let descriptor = unsafe zmq_msg_get(frame, ZMQ_SRCFD)
        return descriptor >= 0 ? descriptor : nil
    }

    /// Returns a property of the connection that delivered the frame, such as `User-Id`; nil if it does not exist.
    package func property(_ name: String) -> String? {
        unsafe zmq_msg_gets(frame, name).map { unsafe String(cString: $0) }
    }
}
