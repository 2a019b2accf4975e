/// Shares out the memory for request bodies among clients.
///
/// A client has a share of its own. Where the memory of all is used up, the client that has most gives way: its body
/// that began first and has not come whole. So parked bodies keep nobody else's out.
package struct BodyShares: Sendable {
    /// Bytes of all bodies together, and of one client's.
    package struct Limits: Sendable {
        /// Sixteen bodies of the largest size; together with what connections take otherwise, 500 stalled clients stay
        /// below 64 MiB.
        package static let bytesDefault = 16 << 20
        /// Four bodies of the largest size.
        package static let clientBytesDefault = 4 << 20

        let bytes: Int
        let clientBytes: Int

        package init(bytes: Int = bytesDefault, clientBytes: Int = clientBytesDefault) {
            (self.bytes, self.clientBytes) = (bytes, clientBytes)
        }
    }

    /// What becomes of a request for memory.
    package enum Verdict: Equatable, Sendable {
        /// Granted; the bodies of these numbers have lost theirs.
        case granted(evicted: [Int])
        /// The client's own bodies take all of its share.
        case clientIsFull
        /// All memory is used by bodies that are being answered, or this body has lost its own.
        case isFull
    }

    private struct Body {
        let client: String
        var bytes = 0
        var isWhole = false
    }

    private let limits: Limits
    private var bodies: [Int: Body] = [:]
    private var bytesByClient: [String: Int] = [:]
    private var bytes = 0
    private var lastNumber = 0

    package init(_ limits: Limits = Limits()) {
        self.limits = limits
    }

    /// Begins a body.
    ///
    /// - Parameter client: Whose share it takes from.
    /// - Returns: Its number; those that begin later have higher ones.
    package mutating func begin(_ client: String) -> Int {
        lastNumber += 1
        bodies[lastNumber] = Body(client: client)
        return lastNumber
    }

    /// Takes memory for a body, or changes nothing.
    package mutating func take(_ count: Int, for number: Int) -> Verdict {
        guard let client = bodies[number]?.client else { return .isFull }
        guard bytesByClient[client, default: 0] + count <= limits.clientBytes else { return .clientIsFull }
        // In a copy: where no room can be made, the bodies that would have given way stay.
        var (next, evicted) = (self, [Int]())
        while next.bytes + count > limits.bytes {
            guard let victim = next.victim, victim != number else { return .isFull }
            evicted.append(victim)
            next.end(victim)
        }
        if !evicted.isEmpty { self = next }
        bodies[number]?.bytes += count
        bytesByClient[client, default: 0] += count
        bytes += count
        return .granted(evicted: evicted)
    }

    /// Gives memory back that a body does not need any more.
    package mutating func give(_ count: Int, of number: Int) {
        guard let body = bodies[number] else { return }
        let count = min(count, body.bytes)
        bodies[number]?.bytes -= count
        release(count, of: body.client)
    }

    /// Notes that a body has come whole: it is being answered, and is not taken away any more.
    package mutating func finish(_ number: Int) { bodies[number]?.isWhole = true }

    /// Gives all memory of a body back.
    package mutating func end(_ number: Int) {
        guard let body = bodies.removeValue(forKey: number) else { return }
        release(body.bytes, of: body.client)
    }

    private mutating func release(_ count: Int, of client: String) {
        bytes -= count
        let left = bytesByClient[client, default: 0] - count
        bytesByClient[client] = left > 0 ? left : nil
    }

    /// The first body of the client that has most, of those that have not come whole.
    private var victim: Int? {
        let parked = bodies.filter { !$0.value.isWhole && $0.value.bytes > 0 }
        return parked.min { left, right in
            let (leftBytes, rightBytes) = (held(by: left.value), held(by: right.value))
            return leftBytes == rightBytes ? left.key < right.key : leftBytes > rightBytes
        }?.key
    }

    private func held(by body: Body) -> Int { bytesByClient[body.client, default: 0] }
}
