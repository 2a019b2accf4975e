/// Keeps a food of a source outside in the catalogue, where all find it by ordinary searches.
///
/// One food is kept for each source and source id, so keeping it again brings the same food up to date.
package struct CatalogRemoteKeep: Contract {
    package typealias Reply = Food

    /// As the catalogue has it for every source.
    package static let sourceIDLength = 1...100

    package static let method = Method(
        "catalog.remote.keep",
        of: .catalogRemote,
        .keyedWrite,
        .user,
        timeoutMs: CatalogRemote.timeoutMs
    )

    /// As ``RemoteFood`` has it.
    package var source: String
    /// As ``RemoteFood`` has it.
    package var sourceId: String

    package init(source: String, sourceId: String) {
        self.source = source
        self.sourceId = sourceId
    }
}
