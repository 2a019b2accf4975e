/// Stores a food of an external source in the catalog, where ordinary searches of all users find it.
///
/// One food is stored per source and source id, so storing it again updates it.
package struct CatalogRemoteKeep: Contract {
    package typealias Reply = Food

    /// The range of the catalog for every source.
    package static let sourceIDLength = 1...100

    package static let method = Method(
        "catalog.remote.keep",
        of: .catalogRemote,
        .keyedWrite,
        .user,
        timeoutMs: CatalogRemote.timeoutMs
    )

    /// See ``RemoteFood``.
    package var source: String
    /// See ``RemoteFood``.
    package var sourceId: String

    package init(source: String, sourceId: String) {
        self.source = source
        self.sourceId = sourceId
    }
}
