import Bridge
import Testing

/// The memory budget of all connections of a bridge.
struct CreditBudgetTests {
    /// A connection that fills each window at once, for a process that does not read.
    private final class Greedy {
        let account: CreditAccount
        private(set) var held = 0

        init(_ budget: CreditBudget, peer: String) {
            account = CreditAccount(budget, peer: peer)
        }

        /// Fills one more window, and returns its size.
        func fill() -> UInt64 {
            let window = account.window
            held += Int(window)
            account.record(held)
            return window
        }
    }

    @Test func `a connection has the largest window while little is held`() {
        let budget = CreditBudget()
        #expect(Greedy(budget, peer: "a").account.window == RelayChannel.windowMax)
    }

    @Test func `connections of processes that do not read stay within the budget, and each gets a window`() {
        let budget = CreditBudget()
        // The maximum number of connections of a bridge, with sixteen keys.
        let connections = (0..<1_024).map { Greedy(budget, peer: "\($0 % 16)") }
        for connection in connections { #expect(connection.fill() >= RelayChannel.windowMin) }
        #expect(budget.bytes <= CreditBudget.bytesMax + 1_024 * Int(RelayChannel.windowMin))
        #expect(connections.map(\.held).min() ?? 0 >= Int(RelayChannel.windowMin))
    }

    @Test func `one peer cannot use the share of another`() {
        let budget = CreditBudget()
        let greedy = (0..<256).map { _ in Greedy(budget, peer: "greedy") }
        for connection in greedy { _ = connection.fill() }
        let bound = CreditBudget.bytesMaxPerPeer + 256 * Int(RelayChannel.windowMin)
        // Without it, an optimized build closes the connections after their last use.
        withExtendedLifetime(greedy) {
            #expect(budget.bytes(of: "greedy") <= bound)
            #expect(Greedy(budget, peer: "other").account.window == RelayChannel.windowMax)
            #expect(Greedy(budget, peer: "greedy").account.window == RelayChannel.windowMin)
        }
    }

    @Test func `a closed connection releases its share`() {
        let budget = CreditBudget()
        var connections = (0..<256).map { _ in Greedy(budget, peer: "a") }
        for connection in connections { _ = connection.fill() }
        withExtendedLifetime(connections) { #expect(budget.bytes(of: "a") > CreditBudget.bytesMaxPerPeer / 2) }
        connections.removeAll()
        #expect(budget.bytes == 0)
        #expect(budget.bytes(of: "a") == 0)
        #expect(Greedy(budget, peer: "a").account.window == RelayChannel.windowMax)
    }

    @Test func `an exhausted budget ends only connections that hold more than the smallest window`() {
        let budget = CreditBudget()
        let message = 2 << 20
        let modest = CreditAccount(budget, peer: "a")
        modest.record(Int(RelayChannel.windowMin))
        var connections: [CreditAccount] = []
        while !(connections.last?.isOverdrawn ?? false) {
            connections.append(CreditAccount(budget, peer: "a"))
            connections.last?.record(message)
        }
        withExtendedLifetime(connections) {
            #expect(budget.bytes(of: "a") <= 2 * CreditBudget.bytesMaxPerPeer + message)
            #expect(!modest.isOverdrawn)
            let other = CreditAccount(budget, peer: "b")
            other.record(message)
            #expect(!other.isOverdrawn, "another peer has its own share")
        }
    }
}
