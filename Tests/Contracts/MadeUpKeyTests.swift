import Contracts
import Testing

struct MadeUpKeyTests {
    @Test func `made-up keys are told from all that a client can send, and differ`() {
        let (first, second) = (MadeUpKey.make(), MadeUpKey.make())
        #expect(first != second)
        #expect(MadeUpKey.isMadeUp(first) && MadeUpKey.isMadeUp("\(first)/diary.entries.add"))
        // A header of HTTP has visible characters of ASCII.
        for byte in UInt8(0x21)...0x7E {
            let character = Character(Unicode.Scalar(byte))
            #expect(!MadeUpKey.isMadeUp("\(character)\(UUIDv7.make())"))
        }
        #expect(!MadeUpKey.isMadeUp(""))
    }
}
