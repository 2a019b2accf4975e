import CommandSupport
import Contracts
import DiaryCommands
import Foundation
import MealwireClient
import TestSupport
import Testing

/// The file with the sessions of the command line.
struct SessionFileTests {
    private let directory: TemporaryDirectory
    private let file: SessionFile

    init() throws {
        directory = try TemporaryDirectory()
        file = SessionFile(path: directory.file("mealwire/session.json"))
    }

    private func permissions(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    @Test func `XDG_CONFIG_HOME comes before HOME, and a relative one does not count`() throws {
        let both = ["XDG_CONFIG_HOME": "/x", "HOME": "/home/anna"]
        #expect(try SessionFile(environment: both).path == "/x/mealwire/session.json")
        let relative = ["XDG_CONFIG_HOME": "x", "HOME": "/home/anna"]
        #expect(try SessionFile(environment: relative).path == "/home/anna/.config/mealwire/session.json")
        #expect(throws: CommandFailure.self) { try SessionFile(environment: [:]) }
    }

    @Test func `a new file and its directory are for the user alone`() throws {
        defer { directory.remove() }
        #expect(try file.read() == SessionFile.Content())
        let content = SessionFile.Content(current: "http://a", servers: ["http://a": StoredSession(personalToken: "t")])
        try file.write(content)
        #expect(try file.read() == content)
        #expect(try permissions(file.path) == 0o600)
        #expect(try permissions(file.directory) == 0o700)
        #expect(try FileManager.default.contentsOfDirectory(atPath: file.directory) == ["session.json"])
    }

    @Test(arguments: [0o640, 0o604, 0o644, 0o620])
    func `a file with permissions for others is refused`(mode: Int) throws {
        defer { directory.remove() }
        try file.write(SessionFile.Content())
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        let failure = #expect(throws: CommandFailure.self) { try file.read() }
        #expect(failure?.description.contains("chmod 600 \(file.path)") == true)
    }

    @Test func `a link, a directory and another file are refused`() throws {
        defer { directory.remove() }
        try file.write(SessionFile.Content())
        let link = SessionFile(path: directory.file("link.json"))
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: file.path)
        #expect(throws: CommandFailure.self) { try link.read() }
        #expect(throws: CommandFailure.self) { try SessionFile(path: file.directory).read() }
        let other = SessionFile(path: try directory.write("other.json", "hello"))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: other.path)
        #expect(throws: CommandFailure.self) { try other.read() }
    }

    @Test func `the stores of two servers share the file`() async throws {
        defer { directory.remove() }
        let (first, second) = (try ServerAddress("http://a.example"), try ServerAddress("http://b.example/"))
        try await file.store(for: first).save(StoredSession(personalToken: "a"))
        try await file.store(for: second).save(StoredSession(personalToken: "b"))
        #expect(try await file.store(for: first).load()?.personalToken == "a")
        #expect(try file.read().servers.keys.sorted() == ["http://a.example", "http://b.example"])
    }

    @Test func `a command uses the server of the last sign-in, and explains errors`() async throws {
        defer { directory.remove() }
        try file.write(
            SessionFile.Content(
                current: "http://a.example",
                servers: ["http://a.example": StoredSession(personalToken: "t")]
            )
        )
        let transport = Transport { request in
            guard request.headers["Authorization"] == "Bearer t" else { throw ClientError.unreachable("no route") }
            return TransportResponse(status: 200, body: ByteStream(Array(#"{"items":[],"nextCursor":null}"#.utf8)))
        }
        let found = try await DiarySession.run(on: nil, file, transport: transport) { client, server in
            #expect(server.text == "http://a.example")
            return try await client.send(CatalogSearch(q: "soup")).items.count
        }
        #expect(found == 0)
        let signedOut = await #expect(throws: CommandFailure.self) {
            try await DiarySession.run(on: "http://b.example", file, transport: transport) { client, _ in
                _ = try await client.send(CatalogSearch(q: "soup"))
            }
        }
        #expect(signedOut?.description.contains("mealwire login --server http://b.example") == true)
    }
}
