import CommandSupport
import FoundationEssentials
import ServiceKit

/// The list of peers that may connect, edited by the command line.
struct PeerList {
    private(set) var policy: PeerPolicy
    private let path: String

    init(_ data: DataDirectory) throws {
        path = data.peerPolicy
        policy = try PeerPolicy(path: path)
    }

    /// Checks that the list does not contain a name.
    ///
    /// - Throws: `CommandFailure` if the list contains it.
    func requireUnused(_ name: String) throws(CommandFailure) {
        guard !policy.peers.contains(where: { $0.name == name }) else {
            throw CommandFailure("\(path) already lists \(name); `mealwire keys remove \(name)` removes it.")
        }
    }

    mutating func add(_ peer: PeerPolicy.Peer) throws {
        policy.peers.append(peer)
        try write()
    }

    /// Removes the peer with a name.
    ///
    /// - Throws: `CommandFailure` if the list does not contain it.
    mutating func remove(_ name: String) throws {
        guard policy.peers.contains(where: { $0.name == name }) else {
            throw CommandFailure("\(path) does not list \(name).")
        }
        policy.peers.removeAll { $0.name == name }
        try write()
    }

    /// Replaces the file atomically, so that a broker reads either the old or the new list.
    private func write() throws {
        try Data(try policy.text().utf8).write(to: URL(filePath: path), options: .atomic)
        // The file holds no secret. A bridge that runs as another user must be able to read it.
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    }
}

/// Formats the list of peers as a table.
struct PeerTable {
    private let peers: [PeerPolicy.Peer]

    init(_ peers: [PeerPolicy.Peer]) { self.peers = peers }

    var text: String {
        TextTable.text([Self.titles] + peers.map(Self.row), textColumns: Self.titles.count)
    }

    private static let titles = ["NAME", "KNOWN BY", "OFFERS", "CALLS", "FOR USERS"]

    private static func row(_ peer: PeerPolicy.Peer) -> [String] {
        let forOthers = peer.isBridge ? "for others" : nil
        return [
            peer.name, peer.key ?? peer.user.map { "user \($0)" } ?? "", forOthers ?? names(peer.offers),
            forOthers ?? names(peer.calls),
            peer.speaksForUsers ?? false ? "yes" : "no",
        ]
    }

    private static func names(_ services: [String]?) -> String {
        let services = services ?? []
        if services.contains(PeerPolicy.Peer.allServices) { return "all" }
        return services.isEmpty ? "none" : services.joined(separator: ",")
    }
}
