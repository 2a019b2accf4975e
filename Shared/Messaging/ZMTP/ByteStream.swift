#if canImport(Glibc)
import Glibc
#endif

/// The outcome of an attempt to transfer bytes.
package enum Transfer: Sendable, Equatable {
    /// At least one byte was transferred.
    case moved(Int)
    /// No byte could be transferred without blocking.
    case mustWait
    /// The other side has disconnected.
    case ended
}

/// A bidirectional byte stream that never blocks.
package protocol ByteStream: AnyObject {
    /// Reads the received bytes, as far as there is room.
    func read(into room: UnsafeMutableRawBufferPointer) -> Transfer

    /// Writes as many bytes as the other side accepts now.
    func write(_ bytes: UnsafeRawBufferPointer) -> Transfer
}

/// A stream socket of the operating system.
@safe package final class SocketStream: ByteStream {
    package let descriptor: Int32

    /// Takes ownership of the descriptor, and closes it in the end.
    package init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    package func read(into room: UnsafeMutableRawBufferPointer) -> Transfer {
        while true {
            let count = unsafe recv(descriptor, room.baseAddress, room.count, Int32(MSG_DONTWAIT))
            if count > 0 { return .moved(count) }
            if count == 0 { return .ended }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .mustWait
            default: return .ended
            }
        }
    }

    package func write(_ bytes: UnsafeRawBufferPointer) -> Transfer {
        while true {
            let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
            let count = unsafe send(descriptor, bytes.baseAddress, bytes.count, flags)
            if count > 0 { return .moved(count) }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .mustWait
            default: return .ended
            }
        }
    }
}
