import Calendar
import Contracts
import Foundation
import JSONCoding
import Testing

struct LiveHintTests {
    @Test(arguments: LiveHint.Kind.allCases)
    func `a hint is written as JSONEncoder writes it, and survives a round trip`(kind: LiveHint.Kind) throws {
        let date = PlainDate(dayNumber: 20_000)
        let hints = [
            LiveHint(kind: kind, version: 0), LiveHint(kind: kind, date: date, version: 1),
            LiveHint(kind: kind, id: "a\"b", version: 1 << 53), LiveHint(kind: kind, date: date, id: "x", version: 2),
        ]
        for hint in hints {
            let own = try PayloadCoder.encode(hint)
            #expect(try PayloadCoder.decode(LiveHint.self, from: own) == hint)
            let left = try JSONSerialization.jsonObject(with: Data(own)) as? NSDictionary
            let right = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(hint)) as? NSDictionary
            #expect(left != nil && left == right)
        }
    }
}
