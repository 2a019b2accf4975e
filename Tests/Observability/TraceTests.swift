import Calendar
import Contracts
import Observability
import Testing

struct TraceContextTests {
    private static let header = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

    @Test func `a header survives a round trip`() throws {
        let context = try #require(TraceContext(Self.header))
        #expect(context.text == Self.header)
        #expect(context.traceText == "0af7651916cd43dd8448eb211c80319c")
        #expect(context.spanText == "b7ad6b7169203331")
        #expect(context.isSampled)
        #expect(context.unsampled.text == "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00")
    }

    @Test(arguments: [
        "", "00", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
        "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319-cb7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b71692033é1-0",
    ])
    func `an invalid header gives nil`(text: String) {
        #expect(TraceContext(text) == nil)
    }

    @Test func `only a header with the sampled flag is recorded`() {
        #expect(TraceContext.isSampled(Self.header))
        #expect(TraceContext.isSampled(String(Self.header.dropLast()) + "3"))
        #expect(!TraceContext.isSampled(String(Self.header.dropLast()) + "2"))
        #expect(!TraceContext.isSampled("01"))
        #expect(!TraceContext.isSampled(nil))
        #expect(OpenSpan(in: nil) == nil)
        #expect(OpenSpan(in: TraceContext(Self.header)?.unsampled.text) == nil)
    }

    @Test func `a span within another one shares its trace and has it as parent`() throws {
        let outer = OpenSpan(root: .root())
        let inner = try #require(OpenSpan(in: outer.context.text))
        let (first, second) = (outer.ended("a", .server), inner.ended("b", .client, error: "overloaded"))
        #expect(first.parent == nil)
        #expect(second.parent == first.span)
        #expect(second.trace == first.trace)
        #expect(second.span != first.span)
        #expect(second.error == "overloaded")
        #expect(first.startNs <= first.endNs)
        let now = Timestamp.nanosecondsSince1970()
        #expect(now - second.endNs < 60_000_000_000)
    }
}

/// The span between the two sides of a call, computed from the id of the request.
struct TransferSpanTests {
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
        let step = try #require(open.transferSpan(id(ms: Self.begunMs - 5), to: work))
        #expect(step.trace == work.trace && step.parent == work.parent && step.span != work.span)
        #expect(step.name == "diary.day, from sent to begun" && step.kind == .between)
        #expect(step.startNs == (Self.begunMs - 4) * 1_000_000 && step.endNs == work.startNs)
    }

    @Test func `there is no span for less than a millisecond, or for an implausible time`() {
        #expect(open.transferSpan(id(ms: Self.begunMs), to: work) == nil)
        // Clocks of different hosts.
        #expect(open.transferSpan(id(ms: Self.begunMs + 5), to: work) == nil)
        #expect(open.transferSpan(id(ms: Self.begunMs - 3_600_000), to: work) == nil)
        #expect(open.transferSpan(UUIDv7(high: 0xFFFF_FFFF_FFFF_7000, low: 1), to: work) == nil)
        // A version of UUID without a time.
        #expect(open.transferSpan(UUIDv7(high: (Self.begunMs - 5) << 16 | 0x4000, low: 1), to: work) == nil)
    }
}
