import Contracts
import Testing

struct MadeUpKeyTests {
    @Test func `made-up keys are unique, and distinct from all keys that a client can send`() {
        let (first, second) = (MadeUpKey.make(), MadeUpKey.make())
        #expect(first != second)
        #expect(MadeUpKey.isMadeUp(first) && MadeUpKey.isMadeUp("\(first)/diary.entries.add"))
        // An HTTP header contains visible ASCII characters.
        for byte in UInt8(0x21)...0x7E {
            let character = Character(Unicode.Scalar(byte))
            #expect(!MadeUpKey.isMadeUp("\(character)\(UUIDv7.make())"))
        }
        #expect(!MadeUpKey.isMadeUp(""))
    }
}
