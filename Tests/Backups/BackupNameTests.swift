import Backups
import Foundation
import Testing

struct BackupNameTests {
    @Test func `a name contains its time, sorts by it, and parses to an equal name`() throws {
        let first = BackupName(Date(timeIntervalSince1970: 1_795_312_988.125))
        #expect(first.text == "2026-11-22T02-03-08.125Z")
        for offset in stride(from: 0.0, to: 3, by: 0.0137) {
            let name = BackupName(Date(timeIntervalSince1970: 1_795_312_988.2 + offset))
            let read = try #require(BackupName(name.text))
            #expect(read == name && first < name)
            #expect(abs(read.time.timeIntervalSince(name.time)) < 0.002)
        }
    }

    @Test(arguments: [
        "", "list", "2026-11-22", "2026-11-22T02-03-08.123Z.partial", "2026-13-22T02-03-08.123Z",
        "x026-11-22T02-03-08.123Z",
        "2026-11-22T02:03:08.123Z",
    ])
    func `other texts are not names of backups`(text: String) {
        #expect(BackupName(text) == nil)
    }

    @Test func `leftovers of interrupted backups are recognized by their suffix`() {
        #expect(BackupName.isLeftOver("2026-11-22T02-03-08.123Z.partial"))
        #expect(BackupName.isLeftOver("2026-11-22T02-03-08.123Z.removing"))
        #expect(!BackupName.isLeftOver("2026-11-22T02-03-08.123Z"))
        #expect(!BackupName.isLeftOver("mine.partial"))
    }
}
