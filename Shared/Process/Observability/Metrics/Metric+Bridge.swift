/// What a bridge carries between hosts.
///
/// The label `peer` is the name of a far bridge in the list of peers, or the address that this bridge connects to.
extension Metric {
    package static let bridgeConnections = Metric(
        "bridge_connections",
        .gauge,
        by: ["peer", "endpoint"],
        "Connections with a far bridge, by what they carry: requests, events in, events out, or presence of brokers."
    )
    package static let bridgeReceivedBytes = Metric(
        "bridge_received_bytes_total",
        .counter,
        by: ["peer"],
        "Bytes of data from a far bridge."
    )
    package static let bridgeSentBytes = Metric(
        "bridge_sent_bytes_total",
        .counter,
        by: ["peer"],
        "Bytes of data to a far bridge."
    )
    package static let bridgeCreditBytes = Metric(
        "bridge_credit_bytes",
        .gauge,
        by: ["peer"],
        "Bytes that a far bridge may send at once, and bytes from and to it that wait."
    )
    package static let bridgeUnfinished = Metric(
        "bridge_unfinished_handshakes",
        .gauge,
        "Connections from other hosts that have not opened yet."
    )
    package static let bridgeRefused = Metric(
        "bridge_refused_total",
        .counter,
        by: ["reason"],
        "Connections that were refused, dropped or ended: `key`, `handshakes`, `unfinished`, `limit`, `descriptors`, `user`, `protocol` or `unreachable`."
    )
    package static let bridgeGaps = Metric(
        "bridge_gaps_total",
        .counter,
        "Connections that were ended because a frame was missing, doubled or out of order."
    )

    static let bridge = [
        bridgeConnections, bridgeReceivedBytes, bridgeSentBytes, bridgeCreditBytes, bridgeUnfinished, bridgeRefused,
        bridgeGaps,
    ]
}
