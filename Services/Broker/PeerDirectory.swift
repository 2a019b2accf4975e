import BrokerCore
import Messaging

#if canImport(Glibc)
import Glibc
#endif

/// A connection to the queue, by the address that libzmq gave it.
struct Peer {
    let id: PeerID
    /// The ROUTER's address of the peer.
    let address: [UInt8]
    /// Whether the kernel says that it runs under a user id that may speak for users and register services.
    let isTrusted: Bool
    /// The file descriptor of its connection.
    let descriptor: Int32
}

/// Everybody who is connected: by address, by number, by file descriptor.
struct PeerDirectory {
    private var byAddress: [UInt64: Peer] = [:]
    private var byLongAddress: [[UInt8]: Peer] = [:]
    private var byID: [PeerID: Peer] = [:]
    private var byDescriptor: [Int32: [PeerID]] = [:]
    private var lastNumber: UInt64 = 0
    private let trustedUser = getuid()

    var count: Int { byID.count }

    subscript(id: PeerID) -> Peer? { byID[id] }

    /// The peer that a received message came from; noted at its first message.
    mutating func sender(of frames: FrameBuffer) -> Peer {
        let bytes = frames.bytes(0)
        guard let key = Self.key(of: bytes) else {
            let address = frames.array(0)
            if let peer = byLongAddress[address] { return peer }
            let peer = add(address, frames)
            byLongAddress[address] = peer
            return peer
        }
        if let peer = byAddress[key] { return peer }
        let peer = add(frames.array(0), frames)
        byAddress[key] = peer
        return peer
    }

    /// Those whose connection has, or had, that file descriptor.
    func peers(on descriptor: Int32) -> [PeerID] { byDescriptor[descriptor] ?? [] }

    mutating func remove(_ id: PeerID) {
        guard let peer = byID.removeValue(forKey: id) else { return }
        if let key = peer.address.withUnsafeBytes({ Self.key(of: $0) }) {
            byAddress[key] = nil
        } else {
            byLongAddress[peer.address] = nil
        }
        byDescriptor[peer.descriptor]?.removeAll { $0 == id }
        if byDescriptor[peer.descriptor]?.isEmpty ?? false { byDescriptor[peer.descriptor] = nil }
    }

    private mutating func add(_ address: [UInt8], _ frames: FrameBuffer) -> Peer {
        lastNumber += 1
        let peer = Peer(
            id: PeerID(lastNumber),
            address: address,
            isTrusted: Self.userID(inPeerAddress: frames.peerAddress) == trustedUser,
            descriptor: frames.sourceDescriptor
        )
        byID[peer.id] = peer
        byDescriptor[peer.descriptor, default: []].append(peer.id)
        return peer
    }

    /// An address of up to seven bytes, and its length, in one word: those that libzmq makes have five.
    private static func key(of bytes: UnsafeRawBufferPointer) -> UInt64? {
        guard bytes.count <= 7 else { return nil }
        var key = UInt64(bytes.count)
        for byte in bytes { key = key << 8 | UInt64(byte) }
        return key
    }

    /// The user id in `path:uid:gid:pid`, which the kernel vouches for.
    static func userID(inPeerAddress text: String?) -> UInt32? {
        guard let fields = text?.split(separator: ":"), fields.count >= 3 else { return nil }
        return UInt32(fields[fields.count - 3])
    }
}
