import Contracts
import Foundation
import Testing

/// Tests that the main files of services do what the descriptions of the services say.
struct ServiceMainFileTests {
    private static let services = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Services")
    /// Folders of processes that are no services behind the broker.
    private static let others: Set = ["Bridge", "Broker", "Gateway"]

    private static func mainFile(of service: ServiceDescription) throws -> String {
        let path = "\(service.target)/\(service.target)Main.swift"
        return try String(contentsOf: services.appending(path: path), encoding: .utf8)
    }

    @Test func `every folder of Services is described`() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.services.path)
        let described = ServiceDescription.all.map(\.target)
        #expect(Set(folders) == Set(described).union(Self.others))
        #expect(Set(described).count == described.count)
    }

    @Test(arguments: ServiceDescription.all.map(\.name))
    func `a service with a database exports data of users, and confirms erasures`(name: ServiceName) throws {
        let service = try #require(ServiceDescription.all.first { $0.name == name })
        let text = try Self.mainFile(of: service)
        #expect(text.contains("openStore(") == service.hasDatabase)
        #expect(text.contains("exportEndpoint(") == service.hasDatabase)
        // Auth publishes erasures, and removes its own data before.
        if service.hasDatabase, name != .auth { #expect(service.sources.contains(.auth)) }
    }

    @Test(arguments: ServiceDescription.all.map(\.name))
    func `a service follows its sources and publishes its events`(name: ServiceName) throws {
        let service = try #require(ServiceDescription.all.first { $0.name == name })
        let text = try Self.mainFile(of: service)
        let followed = text.matches(of: /subscribe\(\s*\.(\w+),\s*as: \.(\w+)/)
        #expect(followed.count == service.sources.count)
        let sources = try Set(followed.map { try Self.name(String($0.output.1)) })
        #expect(sources == service.sources)
        for subscription in followed { #expect(try Self.name(String(subscription.output.2)) == name) }
        #expect(text.contains("publishEvents(") == !service.events.isEmpty)
    }

    /// Returns the service with a constant: `.catalog` is `food-catalog`.
    ///
    /// The main file of a service names its own constant.
    private static func name(_ constant: String) throws -> ServiceName {
        let described = try ServiceDescription.all.first {
            try mainFile(of: $0).contains("ServiceProcess.run(.service(.\(constant)))")
        }
        return try #require(described, "\(constant)").name
    }
}
