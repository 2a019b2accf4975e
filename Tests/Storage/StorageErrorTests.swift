import Storage
import Testing

struct StorageErrorTests {
    @Test func `the remedy names the data directory of the set, not that of one service`() {
        for path in ["/nowhere/diary.sqlite", "/nowhere/diary/diary.sqlite"] {
            let sentence = StorageError.damaged(path: path, finding: "a finding").description
            #expect(sentence.contains("--data /nowhere --replace"))
        }
    }
}
