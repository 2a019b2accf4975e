import Storage
import Testing

struct StorageErrorTests {
    @Test func `the way back names the directory of the set, and not that of one service`() {
        for path in ["/nowhere/diary.sqlite", "/nowhere/diary/diary.sqlite"] {
            let sentence = StorageError.damaged(path: path, finding: "a finding").description
            #expect(sentence.contains("--data /nowhere --replace"))
        }
    }
}
