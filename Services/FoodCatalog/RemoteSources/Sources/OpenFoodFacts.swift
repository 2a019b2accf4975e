package import Contracts

/// Open Food Facts: a public database of products under the Open Database License.
///
/// Products are read by version 2 of its API; words are searched by its full-text search, which version 2 lacks.
package struct OpenFoodFacts: RemoteSource {
    package static let standardAddress = "https://world.openfoodfacts.org"

    package let name = RemoteSourceName.openFoodFacts
    /// The limits per network address; its documentation has changed from 100 products a minute to 15.
    package let limits = RemoteLimits(searchesPerMinute: 10, productsPerMinute: 15)
    /// Products rarely change; a missing one may be entered at any time.
    package let lifetimes = RemoteLifetimes(foundSeconds: 24 * 3_600, notFoundSeconds: 3_600)

    /// Languages of names that are stored besides the requested one.
    static let languages = ["en", "uk", "th"]

    package let pictureServers = RemoteAddress.all([
        "https://images.openfoodfacts.org", "https://static.openfoodfacts.org",
    ])

    private let address: RemoteAddress

    package init(_ address: RemoteAddress) {
        self.address = address
    }

    package func request(for question: RemoteQuestion) -> RemoteRequest {
        switch question {
        case .barcode(let barcode):
            RemoteRequest(address, "/api/v2/product/\(barcode.digits).json", [("fields", Self.fields(nil))])
        case .words(let words, let language):
            RemoteRequest(
                address,
                "/cgi/search.pl",
                [
                    ("search_terms", words), ("search_simple", "1"), ("action", "process"), ("json", "1"),
                    ("page_size", "\(CatalogRemote.limits.upperBound)"), ("lc", language),
                    ("fields", Self.fields(language)),
                ]
            )
        }
    }

    package func question(forSourceID id: String) -> RemoteQuestion? {
        RemoteBarcode(id).map(RemoteQuestion.barcode)
    }

    package func answer(
        _ response: RemoteResponse,
        to question: RemoteQuestion
    ) throws(RemoteFailure) -> RemoteAnswer {
        switch question {
        case .barcode(let barcode): return try product(response, barcode)
        case .words(_, let language):
            try response.checkStatus()
            guard let products = try RemoteJSON(response.body)["products"]?.array else { throw .unreadable }
            return RemoteAnswer(products.map { OpenFoodFactsProduct($0)?.food(language: language) })
        }
    }

    /// Parses a response with one product; `status` 0 means none, with or without the HTTP status 404.
    private func product(
        _ response: RemoteResponse,
        _ barcode: RemoteBarcode
    ) throws(RemoteFailure) -> RemoteAnswer {
        if response.status != 404 { try response.checkStatus() }
        let json = try RemoteJSON(response.body)
        guard let product = json["product"], product.isObject else {
            guard json["status"]?.number == 0 else { throw .unreadable }
            return RemoteAnswer()
        }
        let read = OpenFoodFactsProduct(product)
        // Another product than the requested one would be cached under this barcode.
        if let read, RemoteBarcode(read.code) != barcode { throw .unreadable }
        return RemoteAnswer([read?.food(language: "en")])
    }

    /// Lists the needed fields; a whole product is a hundred times as large.
    private static func fields(_ language: String?) -> String {
        let further = language.map { languages.contains($0) ? [] : [$0] } ?? []
        let names = (languages + further).map { "product_name_\($0)" }
        let fields = [
            "code", "lang", "product_name", "generic_name", "brands", "categories", "serving_size", "serving_quantity",
            "serving_quantity_unit", "schema_version", "nutriments", "nutrition", "allergens_tags", "ingredients_text",
            "image_front_url",
        ]
        return (fields + names).joined(separator: ",")
    }
}
