import Contracts
import Events
import FoundationEssentials
import MessageBus
import ServiceKit
import Settings
import Storage
import StoredImages

@main
enum ProfileMain {
    static func main() async {
        await ServiceProcess.run(.service(.profile)) { process in
            let (bus, now) = (process.bus, { @Sendable in Date() })
            let store = try await process.openStore(of: .profile, migrations: ProfileSchema.migrations)
            let publisher = process.publishEvents(of: .profile, from: store, snapshot: ProfileService.snapshot)
            let targetWorker = PendingTargetWorker(store: store, logger: process.logger, now: now) { person, context in
                try await bus.call(person, context)
            }
            let eventSubscriber = AccountSubscription.subscriber(now: now) { targetWorker.wake() }
            let accounts = process.subscribe(.auth, as: .profile, in: store, eventSubscriber)
            let profile = ProfileService(store: store, targetWorker: targetWorker, now: now) { context in
                try await accounts.catchUp(context)
            }
            let export = store.exportEndpoint(of: .profile, ProfileSchema.export)
            try process.serve(.profile, profile.endpoints + publisher.endpoints + [export])
            process.add(targetWorker)
            process.add(profile.images.cleaningTask(process.logger))
        }
    }
}
