import Contracts
import Testing

struct CallGraphTests {
    @Test func `no service can come to wait for itself`() {
        var left = CallGraph.callees
        // Those who wait for nobody that is left can always answer; when there is none among the rest, they wait in a circle.
        while let free = left.first(where: { $0.value.isDisjoint(with: left.keys) })?.key { left[free] = nil }
        #expect(left.isEmpty)
    }

    @Test func `every service says whom it calls`() {
        #expect(Set(CallGraph.callees.keys) == Set(ServiceName.all))
    }

    @Test func `a heavy name belongs to the service whose process answers it`() {
        #expect(ServiceName.calculatorPlan.owner == .calculator)
        #expect(ServiceName.diaryPlans.owner == .diary)
        #expect(ServiceName.heavy.allSatisfy { ServiceName.all.contains($0.owner) })
    }
}
