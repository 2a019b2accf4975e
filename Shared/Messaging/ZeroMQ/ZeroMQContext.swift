import CZeroMQ

/// Holds the I/O threads of libzmq and the names of its `inproc` endpoints.
///
/// Each socket retains its context, so the context ends when its last socket has closed.
@safe package final class ZeroMQContext {
    let handle: UnsafeMutableRawPointer
    /// The number of monitors, used to make their endpoints unique within the context.
    private var monitors = 0

    /// Makes a context.
    ///
    /// - Parameters:
    ///   - ioThreads: The number of threads that read, write, encrypt and decrypt.
    ///   - socketsMax: The maximum number of open sockets.
    /// - Throws: `ZeroMQError` if the system has no descriptors or memory left.
    package init(ioThreads: Int = 1, socketsMax: Int = 1_023) throws(ZeroMQError) {
        guard let context = unsafe zmq_ctx_new() else { throw .last("zmq_ctx_new") }
        unsafe handle = unsafe context
        for (option, value) in [(ZMQ_IO_THREADS, ioThreads), (ZMQ_MAX_SOCKETS, socketsMax)] {
            guard unsafe zmq_ctx_set(context, option, Int32(clamping: value)) == 0 else { throw .last("zmq_ctx_set") }
        }
    }

    deinit {
        // Waits at most for the linger time of the sockets; a signal may interrupt the wait.
        while unsafe zmq_ctx_term(handle) != 0, zmq_errno() == EINTR {}
    }

    /// Returns an endpoint that no other monitor of this context has.
    func nextMonitorEndpoint() -> String {
        monitors += 1
        return "inproc://monitor-\(monitors)"
    }
}

/// The error of a failed call of libzmq.
package struct ZeroMQError: Error, CustomStringConvertible, Equatable {
    /// The call that failed.
    package let operation: String
    /// The `errno` of the call.
    package let code: Int32

    package init(operation: String, code: Int32) {
        self.operation = operation
        self.code = code
    }

    /// Returns the error of the last failed call on this thread.
    static func last(_ operation: String) -> ZeroMQError {
        ZeroMQError(operation: operation, code: zmq_errno())
    }

    package var description: String { "\(operation): \(unsafe String(cString: zmq_strerror(code)))." }
}
