import Contracts
import Events
import FoundationEssentials
import Messaging
import ServiceKit
import Storage
import StoredPictures

@main
enum DiaryMain {
    static func main() async {
        await ServiceProcess.run("diary") { process in
            let store = try await process.openStore(
                of: .diary,
                migrations: DiarySchema.migrations,
                hasCheckpointsAside: true,
                // Each entry changes about twenty pages, and many entries are written per second.
                undoInMemory: true
            )
            let publisher = process.publishEvents(of: .diary, from: store, snapshot: DiaryService.snapshot { Date() })
            let bus = process.bus
            let diary = DiaryService(
                store: store,
                food: { id, context in try await bus.call(CatalogGet(id: id), context) },
                now: { Date() }
            )
            let plans = DiaryPlans(
                store: store,
                sources: DiaryPlans.Sources(
                    profile: { try await bus.call(ProfileGet(), $0) },
                    foods: { try await bus.call($0, $1) },
                    menu: { try await bus.call($0, $1) }
                ),
                now: { Date() }
            )
            let insights = DiaryInsights(
                store: store,
                sources: DiaryInsights.Sources(
                    profile: { try await bus.call(ProfileGet(), $0) },
                    target: { try await bus.call($0, $1) }
                ),
                logger: process.logger,
                now: { Date() }
            )
            let imports = DiaryImports(store: store, now: { Date() })
            let export = store.exportEndpoint(of: .diary, DiarySchema.export)
            let endpoints = diary.endpoints + plans.endpoints + insights.endpoints + imports.endpoints
            try process.serve(.diary, endpoints + publisher.endpoints + [export])
            try process.serveHeavy(.diaryPlans, capacityDefault: DiaryPlans.capacity, plans.heavyEndpoints)
            try process.serveHeavy(.diaryImports, capacityDefault: DiaryImports.capacity, imports.heavyEndpoints)
            process.add(
                PeriodicTask("delete expired imports", every: .seconds(600), logger: process.logger) {
                    try await store.deleteExpiredImports(now: Date())
                }
            )
            process.add(
                PeriodicTask("delete records of old removals", every: .seconds(3_600), logger: process.logger) {
                    try await store.deleteOldRemovals(now: Date())
                }
            )
            process.add(
                PeriodicTask(
                    "delete incomplete image uploads",
                    every: .seconds(600),
                    logger: process.logger
                ) {
                    try await store.forgetOldUploads(now: Date())
                }
            )
            process.follow(.profile, as: .diary, in: store, DiaryService.followsProfile)
            process.follow(.auth, as: .diary, in: store, DiarySchema.erasure)
        }
    }
}
