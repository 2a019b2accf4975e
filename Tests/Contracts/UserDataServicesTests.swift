import Contracts
import Foundation
import Testing

/// Tests that no service with data of users is missing where all of them are listed.
struct UserDataServicesTests {
    private static let services = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Services")

    /// Returns the texts of the main files of services that open a database, by the names of the services.
    private static func mainFilesWithStore() throws -> [String: String] {
        let folders = try FileManager.default.contentsOfDirectory(atPath: services.path)
        var files: [String: String] = [:]
        for folder in folders {
            let file = services.appending(path: "\(folder)/\(folder)Main.swift")
            guard FileManager.default.fileExists(atPath: file.path) else { continue }
            let text = try String(contentsOf: file, encoding: .utf8)
            guard text.contains("openStore(") else { continue }
            // FoodCatalog is the folder of food-catalog.
            let name = folder.reduce(into: "") { $0 += ($1.isUppercase && !$0.isEmpty ? "-" : "") + $1.lowercased() }
            files[name] = text
        }
        return files
    }

    @Test func `every service with a database exports data of users, and confirms erasures`() throws {
        let files = try Self.mainFilesWithStore()
        #expect(files.count > 1)
        #expect(Set(files.keys) == Set(ExportPage.services.map(\.rawValue)), "ExportPage.services")
        // Auth publishes erasures, and removes its own data before.
        let others = Set(files.keys).subtracting([ServiceName.auth.rawValue])
        #expect(Set(AccountErased.subscribers.map(\.rawValue)) == others, "AccountErased.subscribers")
        for (name, text) in files {
            #expect(text.contains("exportEndpoint("), "\(name) exports nothing")
            guard others.contains(name) else { continue }
            #expect(text.contains("subscribe(.auth, as: "), "\(name) does not subscribe to erasures")
        }
    }

    @Test func `no service is listed twice`() {
        #expect(Set(ExportPage.services).count == ExportPage.services.count)
        #expect(Set(AccountErased.subscribers).count == AccountErased.subscribers.count)
    }
}
