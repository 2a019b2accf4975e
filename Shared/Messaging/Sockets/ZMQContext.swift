import CZeroMQ

/// Why a socket could not do what it was asked.
package struct ZMQError: Error, CustomStringConvertible, Equatable {
    package let code: Int32
    package let operation: String

    static func last(_ operation: String) -> ZMQError {
        ZMQError(code: zmq_errno(), operation: operation)
    }

    package var description: String {
        "\(operation): \(unsafe String(cString: zmq_strerror(code)))"
    }
}

/// libzmq's context: its I/O thread and what sockets share.
///
/// Closed when nobody holds it any more.
@safe package final class ZMQContext: @unchecked Sendable {
    // The pointer is set once, and libzmq's contexts may be used from any thread.
    let pointer: UnsafeMutableRawPointer

    package init() throws(ZMQError) {
        guard let pointer = unsafe zmq_ctx_new() else { throw .last("zmq_ctx_new") }
        unsafe self.pointer = unsafe pointer
        // Monitors and pairs need few; the default of 1,023 sockets is kept. Blocking on exit is not: what lingers is
        // bounded by each socket's own setting.
        unsafe zmq_ctx_set(pointer, ZMQ_BLOCKY, 0)
    }

    deinit {
        unsafe zmq_ctx_term(pointer)
    }
}
