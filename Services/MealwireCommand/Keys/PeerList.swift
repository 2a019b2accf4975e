import FoundationEssentials
import ServiceKit

/// The list of who may come in, as it is changed from the command line.
struct PeerList {
    private(set) var policy: PeerPolicy
    private let path: String

    init(_ data: DataDirectory) throws {
        path = data.peerPolicy
        policy = try PeerPolicy(path: path)
    }

    /// - Throws: `CommandFailure` if somebody is called that already.
    func demandUnused(_ name: String) throws(CommandFailure) {
        guard !policy.peers.contains(where: { $0.name == name }) else {
            throw CommandFailure("\(path) lists \(name) already; `mealwire keys remove \(name)` takes it away.")
        }
    }

    mutating func add(_ peer: PeerPolicy.Peer) throws {
        policy.peers.append(peer)
        try write()
    }

    /// - Throws: `CommandFailure` if nobody is called that.
    mutating func remove(_ name: String) throws {
        guard policy.peers.contains(where: { $0.name == name }) else {
            throw CommandFailure("\(path) does not list \(name).")
        }
        policy.peers.removeAll { $0.name == name }
        try write()
    }

    /// In one step: a broker that reads it meanwhile gets the old list or the new one.
    private func write() throws {
        try Data(try policy.text().utf8).write(to: URL(filePath: path), options: .atomic)
        // It holds no secret, and a bridge reads it that runs as a user of its own.
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    }
}

/// The list as a table for people.
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
