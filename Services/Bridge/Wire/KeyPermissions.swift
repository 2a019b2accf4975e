package import ServiceKit

/// Lists the keys that may come in.
///
/// A key that `peers.json` does not name is refused.
/// What the holder of a key may do is for the broker to decide, which reads the same file.
package struct KeyPermissions: Equatable, Sendable {
    private let names: [CurveKey: String]

    package init(_ policy: PeerPolicy = PeerPolicy()) {
        let named = policy.peers.compactMap { peer in peer.key.flatMap(CurveKey.init).map { ($0, peer.name) } }
        names = Dictionary(named) { first, _ in first }
    }

    package func allows(_ key: CurveKey) -> Bool { names[key] != nil }

    /// Returns what people call the holder of a key; nil if the key is not let in.
    package func name(of key: CurveKey) -> String? { names[key] }
}
