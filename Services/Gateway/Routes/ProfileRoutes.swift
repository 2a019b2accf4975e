import Contracts
import HTTPTypes

extension RouteTable {
    /// Adds the routes for a user's profile, measurements and targets.
    mutating func addProfile() {
        add(.get, "/v1/profile", ProfileGet.method, scope: .profileRead, answersVersion: true)
        add(.patch, "/v1/profile", ProfileUpdate.method, [.ifMatch], scope: .profileWrite, answersVersion: true)
        add(
            .get,
            "/v1/profile/measurements",
            ProfileMeasurementsList.method,
            [.query("kind"), .query("from"), .query("to"), .query("limit", .wholeNumber), .query("cursor")],
            scope: .profileRead
        )
        add(.post, "/v1/profile/measurements", ProfileMeasurementsAdd.method, success: .created, scope: .profileWrite)
        add(
            .delete,
            "/v1/profile/measurements/{id}",
            ProfileMeasurementsRemove.method,
            [.path("id")],
            success: .noContent,
            scope: .profileWrite
        )
        add(.get, "/v1/profile/targets", ProfileTargets.method, [.query("from"), .query("to")], scope: .profileRead)
        add(.post, "/v1/profile/targets", ProfileTargetsSet.method, scope: .profileWrite)
        add(.delete, "/v1/profile/targets", ProfileTargetsReset.method, scope: .profileWrite)
    }
}
