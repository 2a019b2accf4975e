import Contracts
import Events
import FoundationEssentials
import MessageBus
import ServiceKit
import Settings
import Storage
import StoredImages

@main
enum DiaryMain {
    static func main() async {
        await ServiceProcess.run(.service(.diary)) { process in
            let (bus, logger, now) = (process.bus, process.logger, { @Sendable in Date() })
            let store = try await process.openStore(
                of: .diary,
                migrations: DiarySchema.migrations,
                hasCheckpointsAside: true,
                // Each entry changes about twenty pages, and many entries are written per second.
                undoInMemory: true
            )
            let publisher = process.publishEvents(of: .diary, from: store, snapshot: DiaryService.snapshot(now: now))
            let diary = DiaryService(
                store: store,
                food: { id, context in try await bus.call(CatalogGet(id: id), context) },
                now: now
            )
            let plans = DiaryPlans(store: store, sources: DiaryPlans.Sources(bus), now: now)
            let insights = DiaryInsights(store: store, sources: DiaryInsights.Sources(bus), logger: logger, now: now)
            let imports = DiaryImports(store: store, now: now)
            let export = store.exportEndpoint(of: .diary, DiarySchema.export)
            let endpoints = diary.endpoints + plans.endpoints + insights.endpoints + imports.endpoints
            try process.serve(.diary, endpoints + publisher.endpoints + [export])
            try process.serveBulk(.diaryPlans, capacityDefault: DiaryPlans.capacity, plans.bulkEndpoints)
            try process.serveBulk(.diaryImports, capacityDefault: DiaryImports.capacity, imports.bulkEndpoints)
            process.add(imports.deletionTask(logger))
            process.add(diary.removalsTask(logger))
            process.add(diary.images.cleaningTask(logger))
            process.subscribe(.profile, as: .diary, in: store, DiaryService.profileSubscriber)
            process.subscribe(.auth, as: .diary, in: store, DiarySchema.erasure)
        }
    }
}
