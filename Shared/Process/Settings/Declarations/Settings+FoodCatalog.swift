extension Settings {
    /// The settings of the food catalog.
    package enum FoodCatalog {
        /// Whether a remote source is asked.
        package enum Switch: String, Sendable, CaseIterable {
            case on
            case off
        }

        private static let address = "an address with https, or one with http on this host"
        private static let issued = "a value that Edamam issued for an application"

        package static let starter = Setting(
            "catalog.starter",
            .path,
            fallback: "the included file",
            of: [.foodCatalog],
            "CSV of the foods that every catalog has"
        )
        package static let starterNames = Setting(
            "catalog.starter.names",
            .path,
            fallback: "the included file",
            of: [.foodCatalog],
            "CSV of the names of these foods in other languages"
        )
        package static let portionNames = Setting(
            "catalog.portions.names",
            .path,
            fallback: "the included file",
            of: [.foodCatalog],
            "CSV of the names of portions in other languages; read at the start"
        )
        package static let healthy = Setting(
            "catalog.healthy",
            .path,
            fallback: "the included file",
            of: [.foodCatalog],
            "CSV of healthy foods; what staff changed stays"
        )
        package static let synonyms = Setting(
            "catalog.synonyms",
            .path,
            fallback: "the included file",
            of: [.foodCatalog],
            "words with one meaning, a group a line; read at the start"
        )
        package static let openFoodFacts = Setting(
            "catalog.remote.openfoodfacts",
            default: Switch.off,
            of: [.foodCatalog],
            "whether Open Food Facts is asked for foods"
        )
        package static let contact = Setting(
            "catalog.remote.contact",
            .text(form: "an e-mail or web address"),
            of: [.foodCatalog],
            "address of the operator, sent to sources in the `User-Agent`; Open Food Facts requires it"
        )
        package static let edamamID = Setting(
            "catalog.remote.edamam.id",
            .secret(form: issued),
            of: [.foodCatalog],
            "id of an application with Edamam; with its key, Edamam is asked for foods"
        )
        package static let edamamKey = Setting(
            "catalog.remote.edamam.key",
            .secret(form: issued),
            of: [.foodCatalog],
            "key of that application"
        )
        package static let openFoodFactsURL = Setting(
            "catalog.remote.openfoodfacts.url",
            .text(form: address),
            fallback: "the source's own",
            of: [.foodCatalog],
            "another address of Open Food Facts, such as that of a proxy"
        )
        package static let edamamURL = Setting(
            "catalog.remote.edamam.url",
            .text(form: address),
            fallback: "the source's own",
            of: [.foodCatalog],
            "another address of Edamam"
        )
        package static let remoteTimeoutMs = Setting(
            "catalog.remote.timeoutMs",
            in: 100...15_000,
            unit: .milliseconds,
            default: 5_000,
            of: [.foodCatalog],
            "how long an answer of a source may take",
            reason: "From less than any round trip to longer than users wait."
        )

        package static let pictureServers = Setting(
            "catalog.remote.pictures",
            .text(form: "off, or \(address); several with commas between them"),
            fallback: "the servers of the sources that are asked",
            of: [.foodCatalog],
            "servers of pictures of foods, such as `https://images.openfoodfacts.org`; others are never asked for pictures"
        )

        static let all = [
            starter.declaration, starterNames.declaration, portionNames.declaration, healthy.declaration,
            synonyms.declaration,
            openFoodFacts.declaration, contact.declaration, edamamID.declaration, edamamKey.declaration,
            openFoodFactsURL.declaration, edamamURL.declaration, remoteTimeoutMs.declaration,
            pictureServers.declaration,
        ]
    }
}
