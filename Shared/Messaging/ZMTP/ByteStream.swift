#if canImport(Glibc)
import Glibc
#endif

/// How an attempt to move bytes went.
package enum Transfer: Sendable, Equatable {
    /// So many bytes went over, at least one.
    case moved(Int)
    /// Not now.
    case mustWait
    /// The other side is gone.
    case ended
}

/// What carries the bytes of a connection, both ways, without ever waiting.
package protocol ByteStream: AnyObject {
    /// Takes what has come, as much as there is room for.
    func read(into room: UnsafeMutableRawBufferPointer) -> Transfer

    /// Hands bytes over, as many as the other side takes now.
    func write(_ bytes: UnsafeRawBufferPointer) -> Transfer
}

/// A stream socket of the operating system.
@safe package final class SocketStream: ByteStream {
    package let descriptor: Int32

    /// Takes the descriptor over, and closes it in the end.
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
