import Contracts
import FoodCatalog
import Settings
import Testing

/// Settings that enable remote sources.
struct RemoteSettingsTests {
    private func settings(_ values: [String: String]) throws -> RemoteSettings {
        try RemoteSettings(SettingsReader(values))
    }

    private func failureDescription(_ values: [String: String]) -> String? {
        do {
            _ = try settings(values)
            return nil
        } catch let failure as ConfigurationFailure {
            return failure.description
        } catch {
            return "another error: \(error)"
        }
    }

    private let contact = ["catalog.remote.contact": "owner@example.org"]

    @Test func `no source is enabled by default`() throws {
        #expect(try settings([:]).sources.isEmpty)
        #expect(try settings(["catalog.remote.openfoodfacts": "off"]).sources.isEmpty)
        #expect(try settings(contact).sources.isEmpty)
    }

    @Test func `each source is enabled separately`() throws {
        let edamam = ["catalog.remote.edamam.id": "4f7a", "catalog.remote.edamam.key": "9b1c"]
        let openFoodFacts = contact.merging(["catalog.remote.openfoodfacts": "on"]) { $1 }
        #expect(try settings(openFoodFacts).sources.map(\.name) == [.openFoodFacts])
        #expect(try settings(edamam).sources.map(\.name) == [.edamam])
        #expect(try settings(openFoodFacts.merging(edamam) { $1 }).sources.map(\.name) == [.openFoodFacts, .edamam])
    }

    @Test func `pictures come from the servers of the enabled sources, from named ones, or from none`() throws {
        func servers(_ values: [String: String]) throws -> [String] { try settings(values).pictureServers.map(\.text) }
        #expect(try servers([:]) == [])
        let openFoodFacts = contact.merging(["catalog.remote.openfoodfacts": "on"]) { $1 }
        #expect(try servers(openFoodFacts).first == "https://images.openfoodfacts.org")
        #expect(try servers(openFoodFacts.merging(["catalog.remote.pictures": "off"]) { $1 }) == [])
        let named = ["catalog.remote.pictures": "https://a.example, http://127.0.0.1:81/"]
        #expect(try servers(named) == ["https://a.example", "http://127.0.0.1:81"])
    }

    @Test(arguments: [
        (["catalog.remote.openfoodfacts": "yes"], "catalog.remote.openfoodfacts is yes, but must be on or off."),
        (["catalog.remote.openfoodfacts": "on"], "catalog.remote.contact is not set, but must be"),
        (["catalog.remote.contact": "me"], "catalog.remote.contact is me, but must be"),
        (["catalog.remote.contact": "a@b\r\nX: y"], "catalog.remote.contact is"),
        (["catalog.remote.timeoutMs": "99"], "catalog.remote.timeoutMs is 99, but must be"),
        (["catalog.remote.timeoutMs": "soon"], "catalog.remote.timeoutMs is soon, but must be"),
        (
            ["catalog.remote.edamam.url": "http://example.org"],
            "catalog.remote.edamam.url is http://example.org, but must"
        ),
        (["catalog.remote.openfoodfacts.url": "ftp://x"], "catalog.remote.openfoodfacts.url is ftp://x, but must"),
        (["catalog.remote.openfoodfacts.url": "https://u:p@x"], "catalog.remote.openfoodfacts.url is"),
        (["catalog.remote.pictures": "images.example.org"], "catalog.remote.pictures is images.example.org, but must"),
        (["catalog.remote.pictures": "https://a.example,"], "catalog.remote.pictures is https://a.example,, but must"),
        (["catalog.remote.pictures": "https://a.example/b"], "catalog.remote.pictures is"),
        (["catalog.remote.edamam.id": "4f7a"], "catalog.remote.edamam.key is not set, but must be"),
        (["catalog.remote.edamam.key": "9b1c"], "catalog.remote.edamam.id is not set, but must be"),
    ])
    func `an invalid setting stops the start with a message`(values: [String: String], sentence: String) throws {
        #expect(try #require(failureDescription(values)).hasPrefix(sentence))
    }

    @Test func `an invalid secret does not appear in the message`() throws {
        let values = ["catalog.remote.edamam.id": "4f7a", "catalog.remote.edamam.key": "very secret"]
        let sentence = try #require(failureDescription(values))
        #expect(sentence.hasPrefix("catalog.remote.edamam.key"))
        #expect(!sentence.contains("very"))
    }

    @Test(arguments: ["http://127.0.0.1:80", "http://localhost", "http://[::1]:8080", "https://example.org/off/"])
    func `a base URL can be https or on this host`(address: String) {
        #expect(RemoteAddress(address) != nil)
    }

    @Test(arguments: [
        "http://127.0.0.1.example.org", "https://", "example.org", "https://x/?a=b", "http://10.0.0.1", "",
    ])
    func `a base URL without TLS is accepted only for this host`(address: String) {
        #expect(RemoteAddress(address) == nil)
    }
}
