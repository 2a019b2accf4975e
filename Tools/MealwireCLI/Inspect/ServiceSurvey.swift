import CommandSupport
package import Contracts
import MessageBus
package import Observability

/// The statistics of one service.
package struct SurveyedService: Sendable {
    package let service: ServiceName
    /// One reply for each instance that answered, sorted by name.
    package let instances: [ServiceStats.Reply]

    package init(service: ServiceName, instances: [ServiceStats.Reply]) {
        self.service = service
        self.instances = instances
    }
}

/// Asks all services for their statistics.
enum ServiceSurvey {
    /// The time a service has to answer, in milliseconds; without an answer it counts as away.
    private static let answerMsMax = 1_000
    /// The number of concurrent questions to one service, which bounds the number of instances that are shown.
    ///
    /// Instances cannot be addressed by name. The broker gives each question to the least busy instance.
    /// Several instances therefore receive one question each.
    private static let questionsAtOnce = 8

    static func collect(_ bus: MessageBus) async -> [SurveyedService] {
        await withTaskGroup(of: SurveyedService.self) { group in
            for service in ServiceName.reserved {
                group.addTask { SurveyedService(service: service, instances: await instances(of: service, bus)) }
            }
            let found = await group.reduce(into: [ServiceName: SurveyedService]()) { $0[$1.service] = $1 }
            return ServiceName.reserved.compactMap { found[$0] }
        }
    }

    private static func instances(of service: ServiceName, _ bus: MessageBus) async -> [ServiceStats.Reply] {
        await withTaskGroup(of: ServiceStats.Reply?.self) { group in
            for _ in 0..<questionsAtOnce {
                group.addTask {
                    // The reason of a failure does not matter: the instance counts as away.
                    try? await bus.call(
                        ServiceStats.method(of: service),
                        ServiceStats(),
                        .own(timeoutMs: answerMsMax),
                        as: ServiceStats.Reply.self
                    )
                }
            }
            var found: [String: ServiceStats.Reply] = [:]
            for await reply in group {
                if let reply { found[reply.instance] = reply }
            }
            return found.values.sorted { $0.instance < $1.instance }
        }
    }
}

/// A table of the services of a stack, with one row for each instance.
package struct ServiceSection {
    private static let titles = ["SERVICE", "INSTANCE", "CAPACITY", "IN FLIGHT", "REQUESTS", "ERRORS", "MEAN", "MAX"]
    /// The number of text columns; the remaining ones are right-aligned numbers.
    private static let textColumns = 2
    private static let unknown = "-"

    private let rows: [[String]]

    package init(_ services: [SurveyedService]) {
        rows = services.flatMap { service in
            service.instances.isEmpty
                ? [[service.service.rawValue, "away"]]
                : service.instances.map { Self.row($0) }
        }
    }

    private static func row(_ stats: ServiceStats.Reply) -> [String] {
        let requests = stats.methods.map(\.requests).reduce(0, +)
        let totalUs = stats.methods.map(\.totalUs).reduce(0, +)
        let maximumUs = stats.methods.compactMap(\.maximumUs).max()
        return [
            stats.service.rawValue, stats.instance, "\(stats.capacity)", "\(stats.inFlight)", "\(requests)",
            "\(stats.methods.map(\.errors).reduce(0, +))",
            requests > 0 ? TextTable.time(microseconds: totalUs / requests) : unknown,
            maximumUs.map(TextTable.time) ?? unknown,
        ]
    }

    /// The formatted table.
    package var text: String { TextTable.text([Self.titles] + rows, textColumns: Self.textColumns) }
}
