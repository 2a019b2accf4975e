/// Counts the data of all connections with one far bridge, in bytes.
package final class PeerTraffic {
    package var received: UInt64 = 0
    package var sent: UInt64 = 0

    package init() {}
}
