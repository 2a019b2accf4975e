import Contracts
import Testing

struct VersionMismatchTests {
    private struct Thing: Codable, Equatable {
        var name: String
        var version: Int
    }

    @Test func `a version mismatch carries the current object`() throws {
        let thing = Thing(name: "a \"quoted\" name", version: 7)
        let error = try ServiceError.versionMismatch("thing", seen: 3, current: thing, version: 7)
        let bytes = try PayloadCoder.encode(error)
        let read = try PayloadCoder.decodeReply(ServiceError.self, from: bytes)
        #expect(read == error)
        #expect(read.code == .versionMismatch)
        #expect(read.params == [ServiceError.currentVersionParameter: "7"])
        #expect(try read.current?.decode(Thing.self) == thing)
    }

    @Test func `a version mismatch of an older process has no current object`() throws {
        let text = #"{"code":"versionMismatch","message":"No.","params":{},"details":[],"retryable":false}"#
        let read = try PayloadCoder.decodeReply(ServiceError.self, from: Array(text.utf8))
        #expect(read == ServiceError(.versionMismatch, "No."))
        #expect(read.current == nil)
    }
}

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

    @Test func `a bulk name belongs to the service that serves it with its process`() {
        #expect(ServiceName.calculatorPlan.owner == .calculator)
        #expect(ServiceName.diaryPlans.owner == .diary)
        #expect(ServiceName.bulk.allSatisfy { ServiceName.all.contains($0.owner) })
    }
}
