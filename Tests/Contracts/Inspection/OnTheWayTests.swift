import Contracts
import Testing

/// The span between the two sides of a call, computed from the id of the request.
struct OnTheWayTests {
    private static let begunMs: UInt64 = 1_795_000_000_000
    private let open = OpenSpan(in: TraceContext.root())

    /// Work that began 0.4 ms after a full millisecond.
    private var work: TraceSpan {
        var work = open.ended("diary.day", .server)
        work.startNs = Self.begunMs * 1_000_000 + 400_000
        work.endNs = work.startNs + 1
        return work
    }

    private func id(ms: UInt64) -> UUIDv7 { UUIDv7.make(nanosecondsSince1970: ms * 1_000_000, random: 1) }

    @Test func `the span is a sibling of the work, and never longer than the actual transfer`() throws {
        let step = try #require(open.onTheWay(id(ms: Self.begunMs - 5), to: work))
        #expect(step.trace == work.trace && step.parent == work.parent && step.span != work.span)
        #expect(step.name == "diary.day, from sent to begun" && step.kind == .between)
        #expect(step.startNs == (Self.begunMs - 4) * 1_000_000 && step.endNs == work.startNs)
    }

    @Test func `there is no span for less than a millisecond, or for an implausible time`() {
        #expect(open.onTheWay(id(ms: Self.begunMs), to: work) == nil)
        // Clocks of different hosts.
        #expect(open.onTheWay(id(ms: Self.begunMs + 5), to: work) == nil)
        #expect(open.onTheWay(id(ms: Self.begunMs - 3_600_000), to: work) == nil)
        #expect(open.onTheWay(UUIDv7(high: 0xFFFF_FFFF_FFFF_7000, low: 1), to: work) == nil)
        // A version of UUID without a time.
        #expect(open.onTheWay(UUIDv7(high: (Self.begunMs - 5) << 16 | 0x4000, low: 1), to: work) == nil)
    }
}
