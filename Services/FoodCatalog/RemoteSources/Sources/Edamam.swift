package import Contracts

/// Edamam's Food Database: generic foods and products; requires an application id and key.
package struct Edamam: RemoteSource {
    /// The application's credentials; their description reveals nothing.
    package struct Key: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
        fileprivate let id: String
        fileprivate let key: String

        package init(id: String, key: String) {
            (self.id, self.key) = (id, key)
        }

        package var description: String { "an application's key" }
        package var debugDescription: String { description }
        package var customMirror: Mirror { Mirror(self, children: []) }
    }

    package static let standardAddress = "https://api.edamam.com"
    private static let path = "/api/food-database/v2/parser"

    package let name = RemoteSourceName.edamam
    /// Below the limit of its smallest plan.
    package let limits = RemoteLimits(searchesPerMinute: 10, productsPerMinute: 10)
    /// Its terms of use restrict caching: answers are cached just long enough to pick a food.
    package let lifetimes = RemoteLifetimes(foundSeconds: 3_600, notFoundSeconds: 3_600)

    package let pictureServers = RemoteAddress.all(["https://www.edamam.com"])

    private let address: RemoteAddress
    private let key: Key

    package init(_ address: RemoteAddress, _ key: Key) {
        self.address = address
        self.key = key
    }

    package func request(for question: RemoteQuestion) -> RemoteRequest {
        let asked =
            switch question {
            case .words(let words, _): ("ingr", words)
            case .barcode(let barcode): ("upc", Self.upc(barcode))
            }
        return RemoteRequest(address, Self.path, [("app_id", key.id), ("app_key", key.key), asked])
    }

    /// Edamam finds foods only by words and barcodes.
    package func question(forSourceID id: String) -> RemoteQuestion? { nil }

    package func answer(
        _ response: RemoteResponse,
        to question: RemoteQuestion
    ) throws(RemoteFailure) -> RemoteAnswer {
        switch response.status {
        case 401, 403: throw .wrongKey
        // Edamam reports an unknown barcode by this status.
        case 404:
            if case .barcode = question { return RemoteAnswer() }
            throw .refused(status: 404)
        default: try response.checkStatus()
        }
        guard let hints = try RemoteJSON(response.body)["hints"]?.array else { throw .unreadable }
        var foods = hints.map(EdamamHint.food)
        if case .barcode(let barcode) = question {
            for index in foods.indices { foods[index]?.barcode = barcode.digits }
        }
        return RemoteAnswer(foods)
    }

    /// Returns the digits as UPC-A, which lacks the leading zero of EAN-13.
    private static func upc(_ barcode: RemoteBarcode) -> String {
        let digits = barcode.digits
        return digits.count == 13 && digits.hasPrefix("0") ? String(digits.dropFirst()) : digits
    }
}
