package import Contracts
import Messaging

/// What one service answered when it was asked for its figures.
package struct SurveyedService: Sendable {
    package let service: ServiceName
    /// A set of figures for each instance that answered, by name.
    package let instances: [ServiceStats.Reply]

    package init(service: ServiceName, instances: [ServiceStats.Reply]) {
        self.service = service
        self.instances = instances
    }
}

/// Asks all services for their figures.
enum ServiceSurvey {
    /// How long a service may take to answer, in milliseconds; who takes longer is as good as away.
    private static let answerMsMax = 1_000
    /// Questions to one service at the same time.
    ///
    /// No instance can be asked by its name, but the broker gives each question to the one that has the least to do, so
    /// that several instances get one each.
    private static let questionsAtOnce = 8

    static func take(_ bus: MessageBus) async -> [SurveyedService] {
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
                    // Why it does not answer makes no difference here: it is away.
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
