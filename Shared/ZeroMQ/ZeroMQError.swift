import CZeroMQ

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
