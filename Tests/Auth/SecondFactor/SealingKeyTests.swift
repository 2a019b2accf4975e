import Auth
import Contracts
import Foundation
import TestSupport
import Testing

@Suite struct SealingKeyTests {
    private static let secret = Array("12345678901234567890".utf8)

    @Test func `a sealed secret opens only for its user and with its key`() throws {
        let (key, user) = (SealingKey.make(), UserID.make())
        let sealed = key.seal(Self.secret, of: user)
        #expect(key.open(sealed, of: user) == Self.secret)
        #expect(key.open(sealed, of: .make()) == nil)
        #expect(SealingKey.make().open(sealed, of: user) == nil)
        #expect(key.seal(Self.secret, of: user) != sealed)
        #expect(sealed.range(of: Data(Self.secret)) == nil)
    }

    @Test func `a changed or truncated secret does not open`() {
        let (key, user) = (SealingKey.make(), UserID.make())
        let sealed = key.seal(Self.secret, of: user)
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(key.open(changed, of: user) == nil)
        }
        for count in 0..<sealed.count { #expect(key.open(sealed.prefix(count), of: user) == nil) }
    }

    @Test func `the key file is created once, readable by its owner only`() throws {
        try withDirectory { path in
            let user = UserID.make()
            let sealed = try SealingKey.load(path).seal(Self.secret, of: user)
            #expect(try SealingKey.load(path).open(sealed, of: user) == Self.secret)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test func `a file without a key or readable by others is refused with a message`() throws {
        try withDirectory { path in
            _ = try SealingKey.load(path)
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
            let open = #expect(throws: SealingKey.Failure.self) { try SealingKey.load(path) }
            #expect(open?.description.contains("chmod 600") == true)
            try Data("short\n".utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            let empty = #expect(throws: SealingKey.Failure.self) { try SealingKey.load(path) }
            #expect(empty?.description.contains("contains no key") == true)
        }
    }

    private func withDirectory(_ body: (String) throws -> Void) throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        try body(directory.file("key"))
    }
}
