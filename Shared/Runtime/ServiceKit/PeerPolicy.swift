import Contracts
import FoundationEssentials

#if canImport(Glibc)
import Glibc
#endif

/// The peers that may connect to the broker besides its own user, and their permissions: `peers.json` in the data
/// directory.
///
///     {"peers": [
///         {"name": "diary", "user": 991, "offers": ["diary"], "calls": ["food-catalog"], "speaksForUsers": true},
///         {"name": "calculators of box 2", "key": "(40 characters)", "offers": ["calorie-calculator"], "calls": []},
///         {"name": "bridge", "user": 992, "bridge": true}
///     ]}
///
/// `["*"]` names all services. A missing list is empty: a peer has no permission that the file does not name.
package struct PeerPolicy: Codable, Sendable, Equatable {
    /// The maximum number of connections of one key to one endpoint of a broker.
    ///
    /// All processes of a host share the key of its bridge. The bridge refuses what the broker would refuse.
    package static let connectionsPerKeyMax = 64

    /// One process, or all processes of one user.
    package struct Peer: Codable, Sendable, Equatable {
        /// Names all services in `offers` and `calls`.
        package static let allServices = "*"

        /// The name that the broker's log shows.
        package var name: String
        /// The user id of a process on this host, as the kernel reports it.
        package var user: UInt32?
        /// The public key, in Z85, of a bridge or a peer on another host.
        package var key: String?
        /// Services that the peer may offer; none if missing.
        package var offers: [String]?
        /// Services that the peer may call; none if missing.
        package var calls: [String]?
        /// Whether the peer is the bridge, which relays for processes on other hosts; it has a user and no permissions
        /// of its own.
        package var bridge: Bool?
        /// Whether the peer may name the user for its calls, as the gateway and services that pass on its principal do.
        package var speaksForUsers: Bool?

        package init(
            name: String,
            user: UInt32? = nil,
            key: String? = nil,
            offers: [String]? = nil,
            calls: [String]? = nil,
            speaksForUsers: Bool? = nil,
            bridge: Bool? = nil
        ) {
            self.name = name
            self.user = user
            self.key = key
            self.offers = offers
            self.calls = calls
            self.speaksForUsers = speaksForUsers
            self.bridge = bridge
        }

        /// Whether the entry names the user of the bridge.
        package var isBridge: Bool { bridge ?? false }
    }

    package var peers: [Peer]

    package init(peers: [Peer] = []) { self.peers = peers }

    /// The user of the bridge; nil if none is marked.
    package var bridgeUser: UInt32? { peers.first(where: \.isBridge)?.user }

    /// The missing lists, by peer; nil if none is missing.
    ///
    /// Earlier versions took a missing list for all services, so such a file may now forbid more than its author
    /// intended.
    package var omissions: String? {
        let parts = peers.filter { !$0.isBridge }.compactMap { peer -> String? in
            let missing = [peer.offers == nil ? "offers" : nil, peer.calls == nil ? "calls" : nil].compactMap(\.self)
            return missing.isEmpty ? nil : "\(peer.name) has no \(missing.joined(separator: " and no "))"
        }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    /// Reads the file; a missing file lists no peers.
    ///
    /// - Throws: `PolicyFailure` with a sentence that describes the error.
    package init(path: String) throws {
        // A file in a directory that this user may not enter exists, although it cannot be found.
        if access(path, F_OK) != 0, errno == ENOENT {
            self.init()
            return
        }
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw PolicyFailure("\(path) cannot be read.")
        }
        do throws(ServiceError) {
            self = try PayloadCoder.decode(PeerPolicy.self, from: Array(bytes))
        } catch {
            throw PolicyFailure("\(path) is invalid: \(error.message)")
        }
        try check(path)
    }

    private func check(_ path: String) throws(PolicyFailure) {
        guard peers.count(where: \.isBridge) <= 1 else {
            throw PolicyFailure("\(path): more than one entry is marked as the bridge; a host has one.")
        }
        for peer in peers {
            guard (peer.user == nil) != (peer.key == nil) else {
                throw PolicyFailure("\(path): \(peer.name) must have either a user or a key.")
            }
            if peer.isBridge,
                peer.user == nil || peer.offers != nil || peer.calls != nil || peer.speaksForUsers != nil
            {
                throw PolicyFailure(
                    "\(path): \(peer.name) is marked as the bridge, so it must have a user and no permissions."
                )
            }
            if let key = peer.key, CurveKey(key) == nil {
                throw PolicyFailure("\(path): the key of \(peer.name) is invalid; a key has 40 characters (Z85).")
            }
        }
    }

    /// The content of the file.
    package func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
}

/// An error in a list of peers or in a key file.
package struct PolicyFailure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
