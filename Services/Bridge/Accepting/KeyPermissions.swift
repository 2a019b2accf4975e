package import ServiceKit

/// Lists the keys that may connect.
///
/// A key that `peers.json` does not name is refused. The broker reads the same file, and applies the permissions of
/// each key.
package struct KeyPermissions: Equatable, Sendable {
    private let names: [CurveKey: String]

    package init(_ policy: PeerPolicy = PeerPolicy()) {
        let named = policy.peers.compactMap { peer in peer.key.flatMap(CurveKey.init).map { ($0, peer.name) } }
        names = Dictionary(named) { first, _ in first }
    }

    package func allows(_ key: CurveKey) -> Bool { names[key] != nil }

    /// Returns the name of a key's holder; nil if the key is not listed.
    package func name(of key: CurveKey) -> String? { names[key] }
}
