import Contracts
import Testing

/// The time between the two sides of a call, as the id of the request tells it.
struct OnTheWayTests {
    private static let begunMs: UInt64 = 1_795_000_000_000
    private let open = OpenSpan(in: TraceContext.root())

    /// Work that began 0.4 ms after a whole millisecond.
    private var work: TraceSpan {
        var work = open.ended("diary.day", .server)
        work.startNs = Self.begunMs * 1_000_000 + 400_000
        work.endNs = work.startNs + 1
        return work
    }

    private func id(ms: UInt64) -> UUIDv7 { UUIDv7.make(nanosecondsSince1970: ms * 1_000_000, random: 1) }

    @Test func `it lies beside the work, and is never longer than it was`() throws {
        let step = try #require(open.onTheWay(id(ms: Self.begunMs - 5), to: work))
        #expect(step.trace == work.trace && step.parent == work.parent && step.span != work.span)
        #expect(step.name == "diary.day, from sent to begun" && step.kind == .between)
        #expect(step.startNs == (Self.begunMs - 4) * 1_000_000 && step.endNs == work.startNs)
    }

    @Test func `what took less than a millisecond is left out, and what cannot be known`() {
        #expect(open.onTheWay(id(ms: Self.begunMs), to: work) == nil)
        // Another host's clock.
        #expect(open.onTheWay(id(ms: Self.begunMs + 5), to: work) == nil)
        #expect(open.onTheWay(id(ms: Self.begunMs - 3_600_000), to: work) == nil)
        #expect(open.onTheWay(UUIDv7(high: 0xFFFF_FFFF_FFFF_7000, low: 1), to: work) == nil)
        // A version without a time.
        #expect(open.onTheWay(UUIDv7(high: (Self.begunMs - 5) << 16 | 0x4000, low: 1), to: work) == nil)
    }
}
