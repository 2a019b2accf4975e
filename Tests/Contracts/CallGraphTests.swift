import Contracts
import Testing

struct CallGraphTests {
    @Test func `no chain of calls between services leads back to its start`() {
        var left = CallGraph.callees
        // A service that calls none of the remaining ones can always answer. If all of them call another one, there is
        // a cycle.
        while let free = left.first(where: { $0.value.isDisjoint(with: left.keys) })?.key { left[free] = nil }
        #expect(left.isEmpty)
    }

    @Test func `the call graph lists every service`() {
        #expect(Set(CallGraph.callees.keys) == Set(ServiceName.all))
    }

    @Test func `a heavy name belongs to the service whose process serves it`() {
        #expect(ServiceName.calculatorPlan.owner == .calculator)
        #expect(ServiceName.diaryPlans.owner == .diary)
        #expect(ServiceName.bulk.allSatisfy { ServiceName.all.contains($0.owner) })
    }
}
