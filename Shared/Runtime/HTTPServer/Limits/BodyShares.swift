import Contracts

/// Divides the memory for request bodies among clients.
///
/// Each client has a share. If all memory is used up, a body of the client with most memory is evicted: its oldest
/// incomplete one. So stalled bodies do not block other clients.
package struct BodyShares: Sendable {
    /// The limits in bytes, for all bodies together and for one client.
    package struct Limits: Sendable {
        /// Sixteen bodies of the maximum size.
        ///
        /// Together with the other memory of connections, 500 stalled clients stay below 64 MiB.
        package static let bytesDefault = ServerLimit.allBodyBytes.value
        /// Four bodies of the maximum size.
        package static let clientBytesDefault = ServerLimit.userBodyBytes.value

        let bytes: Int
        let clientBytes: Int

        package init(bytes: Int = bytesDefault, clientBytes: Int = clientBytesDefault) {
            (self.bytes, self.clientBytes) = (bytes, clientBytes)
        }
    }

    /// The result of a request for memory.
    package enum Verdict: Equatable, Sendable {
        /// Granted; the bodies with these numbers were evicted.
        case granted(evicted: [Int])
        /// The client's own bodies use up its share.
        case clientIsFull
        /// All memory is used by bodies of running requests, or this body was evicted.
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

    /// Registers a body.
    ///
    /// - Parameter client: The client; the body uses its share.
    /// - Returns: The body's number; later bodies have higher numbers.
    package mutating func begin(_ client: String) -> Int {
        lastNumber += 1
        bodies[lastNumber] = Body(client: client)
        return lastNumber
    }

    /// Reserves memory for a body, or changes nothing.
    package mutating func reserve(_ count: Int, for number: Int) -> Verdict {
        guard let client = bodies[number]?.client else { return .isFull }
        guard bytesByClient[client, default: 0] + count <= limits.clientBytes else { return .clientIsFull }
        // Works on a copy: if eviction cannot make enough room, nothing is evicted.
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

    /// Frees memory that a body no longer needs.
    package mutating func free(_ count: Int, of number: Int) {
        guard let body = bodies[number] else { return }
        let count = min(count, body.bytes)
        bodies[number]?.bytes -= count
        release(count, of: body.client)
    }

    /// Marks a body as complete: its request is being answered, so it is not evicted.
    package mutating func finish(_ number: Int) { bodies[number]?.isWhole = true }

    /// Frees all memory of a body.
    package mutating func end(_ number: Int) {
        guard let body = bodies.removeValue(forKey: number) else { return }
        release(body.bytes, of: body.client)
    }

    private mutating func release(_ count: Int, of client: String) {
        bytes -= count
        let left = bytesByClient[client, default: 0] - count
        bytesByClient[client] = left > 0 ? left : nil
    }

    /// The oldest incomplete body of the client with most memory.
    private var victim: Int? {
        let parked = bodies.filter { !$0.value.isWhole && $0.value.bytes > 0 }
        return parked.min { left, right in
            let (leftBytes, rightBytes) = (held(by: left.value), held(by: right.value))
            return leftBytes == rightBytes ? left.key < right.key : leftBytes > rightBytes
        }?.key
    }

    private func held(by body: Body) -> Int { bytesByClient[body.client, default: 0] }
}
