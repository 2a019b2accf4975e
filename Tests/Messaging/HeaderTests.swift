import Contracts
import Testing

import Messaging

struct HeaderTests {
    private static let id = UUIDv7(high: 0x0193_4A6B_0000_7ABC, low: 0x8123_4567_89AB_CDEF)

    private static let full = RequestHeader(
        id: id,
        timeLeftMs: 4_999,
        repeatable: true,
        method: "diary.entries.add",
        principal: Principal(user: UserID(id), roles: [.user, .admin], session: SessionID(id)),
        idempotencyKey: "key-1",
        traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    )

    private static func read(_ bytes: [UInt8]) -> RequestHeader? { bytes.withUnsafeBytes { HeaderReader.request($0) } }

    @Test func `a header reads back as it was written`() {
        #expect(Self.read(HeaderWriter.encode(Self.full)) == Self.full)
        let bare = RequestHeader(id: Self.id, timeLeftMs: 0, repeatable: false, method: "x")
        #expect(Self.read(HeaderWriter.encode(bare)) == bare)
    }
}
