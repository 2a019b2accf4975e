import Contracts
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
