import Backups
import CommandSupport
import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

struct BackupKeyTests {
    private func inDirectory(_ body: (TemporaryDirectory) throws -> Void) throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        try body(directory)
    }

    private func failure(_ path: String) -> String? {
        #expect(throws: CommandFailure.self) { try BackupKey.load(path) }?.description
    }

    @Test func `a new key is readable by its owner alone, and differs from every other one`() throws {
        try inDirectory { directory in
            let made = try BackupKey.make(directory.file("one.key"))
            var status = stat()
            #expect(stat(made.path, &status) == 0 && status.st_mode & 0o7777 == 0o600)
            #expect(try BackupKey.load(made.path).id == made.id)
            #expect(try BackupKey.make(directory.file("two.key")).id != made.id)
        }
    }

    @Test func `an existing file is never overwritten, also not through a link`() throws {
        try inDirectory { directory in
            let path = try directory.write("notes", "a text\n")
            symlink(path, directory.file("link"))
            for name in ["notes", "link"] {
                let refused = #expect(throws: CommandFailure.self) { try BackupKey.make(directory.file(name)) }
                #expect(refused?.description.contains("exists and was not changed") == true)
            }
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "a text\n")
            #expect(throws: CommandFailure.self) { try BackupKey.make(directory.file("nowhere/key")) }
        }
    }

    @Test(arguments: [mode_t(0o640), 0o604, 0o660, 0o610, 0o644, 0o777])
    func `a key that is accessible to other users is refused`(mode: mode_t) throws {
        try inDirectory { directory in
            let path = try BackupKey.make(directory.file("backup.key")).path
            #expect(chmod(path, mode) == 0)
            #expect(failure(path)?.contains("run `chmod 600 \(path)`") == true)
            #expect(chmod(path, 0o400) == 0)
            _ = try BackupKey.load(path)
        }
    }

    @Test func `a damaged key, another file and a missing file are refused`() throws {
        try inDirectory { directory in
            let path = try BackupKey.make(directory.file("backup.key")).path
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let words = text.split(separator: " ").map(String.init)
            func expect(_ content: String, _ words: String) throws {
                try content.write(toFile: path, atomically: false, encoding: .utf8)
                #expect(failure(path)?.contains(words) == true, "\(content)")
            }
            let digit = words[1].hasPrefix("0") ? "1" : "0"
            try expect("\(words[0]) \(digit)\(words[1].dropFirst()) \(words[2])", "its checksum does not match")
            for content in [
                "", "\n", words[1], "mealwire-backup-key-2 \(words[1]) \(words[2])", "\(text) more",
                "\(words[0]) \(words[1].dropLast()) \(words[2])", "\(words[0]) \(words[1])0 \(words[2])",
                "\(words[0]) x\(words[1].dropFirst()) \(words[2])", String(repeating: "a", count: 5_000),
            ] { try expect(content, "contains no backup key") }
            // Line breaks of an editor do no harm.
            try "\n\(words[0])  \(words[1])\n\(words[2])\n\n".write(toFile: path, atomically: false, encoding: .utf8)
            _ = try BackupKey.load(path)
            #expect(failure(directory.file("missing"))?.contains("Cannot read the backup key") == true)
            #expect(failure(directory.path)?.contains("is not a file") == true)
        }
    }
}
