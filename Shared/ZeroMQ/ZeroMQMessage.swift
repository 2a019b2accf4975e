import CZeroMQ

/// One frame that a socket has received.
///
/// A socket receives into it again and again, so there is no allocation for each frame here.
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

    /// The descriptor of the connection that brought the frame; nil if it came over no socket of the system.
    ///
    /// Another thread may have closed the connection since, so the number may name another file by now.
    package var sourceDescriptor: Int32? {
        let descriptor = unsafe zmq_msg_get(frame, ZMQ_SRCFD)
        return descriptor >= 0 ? descriptor : nil
    }

    /// Returns a property of the connection that brought the frame, such as `User-Id`; nil if it has none of that name.
    package func property(_ name: String) -> String? {
        unsafe zmq_msg_gets(frame, name).map { unsafe String(cString: $0) }
    }
}
