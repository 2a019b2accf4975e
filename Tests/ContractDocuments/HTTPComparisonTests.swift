import ContractDocuments
import Foundation
import Testing

/// The verdict and the sentence of each kind of change of the HTTP interface.
struct HTTPComparisonTests {
    /// An edit of ``SampleInterface/json``, and the changes that it makes.
    struct Edit: CustomTestStringConvertible, Sendable {
        let before: String
        let after: String
        let changes: [String]

        init(_ before: String, _ after: String, _ changes: String...) {
            (self.before, self.after, self.changes) = (before, after, changes)
        }

        var testDescription: String { changes.first ?? "no change" }
    }

    private func expectChanges(_ edit: Edit) throws {
        let old = try SampleInterface.decode(SampleInterface.json)
        try #require(
            SampleInterface.json.components(separatedBy: edit.before).count == 2,
            "\(edit.before) is not unique"
        )
        let new = try SampleInterface.decode(SampleInterface.json.replacing(edit.before, with: edit.after))
        #expect(ContractComparison.changes(from: old, to: new).map(\.description) == edit.changes)
    }

    @Test(arguments: [
        Edit(
            #""GET /v1/foods/{id}""#,
            #""GET /v1/food/{id}""#,
            "breaking: the operation GET /v1/foods/{id} was removed",
            "compatible, services first: the operation GET /v1/food/{id} was added"
        ),
        Edit(
            #""PUT /v1/foods""#,
            #""POST /v1/foods""#,
            "breaking: the operation PUT /v1/foods was removed",
            "compatible, services first: the operation POST /v1/foods was added"
        ),
        Edit(
            #""scope": "foods:write""#,
            #""scope": "diary:write""#,
            "breaking: the scope of PUT /v1/foods was foods:write and is diary:write"
        ),
        Edit(
            #""scope": "foods:write","#,
            "",
            "breaking: PUT /v1/foods no longer accepts tokens with the scope foods:write"
        ),
        Edit(
            #""access": "anyone""#,
            #""access": "user""#,
            "breaking: the access of GET /v1/foods/{id} was anyone and is user"
        ),
        Edit(
            #""access": "anyone""#,
            #""access": "anyone", "scope": "foods:read""#,
            "compatible, services first: GET /v1/foods/{id} now accepts tokens with the scope foods:read"
        ),
        Edit(
            #""201": "#,
            #""200": "#,
            "breaking: PUT /v1/foods is no longer answered with the status 201",
            "breaking: PUT /v1/foods can now be answered with the status 200"
        ),
        Edit(
            #""headers": ["ETag"]"#,
            #""headers": ["Retry-After"]"#,
            "breaking: the header ETag was removed from replies to PUT /v1/foods",
            "compatible: the header Retry-After was added to replies to PUT /v1/foods"
        ),
    ])
    func `removed operations, and other scopes, statuses and headers, are breaking`(edit: Edit) throws {
        try expectChanges(edit)
    }

    @Test(arguments: [
        Edit(
            #""query limit": {"#,
            #""header limit": {"#,
            "breaking: the query limit of GET /v1/foods/{id} was moved to the header",
            "compatible, services first: the header limit was added to GET /v1/foods/{id}"
        ),
        Edit(
            #""query limit": {"isRequired": false"#,
            #""query limit": {"isRequired": true"#,
            "breaking: the query limit of GET /v1/foods/{id} may no longer be omitted"
        ),
        Edit(
            #""header If-Match": {"isRequired": false, "schema": "string"}"#,
            "",
            "breaking: the header If-Match of PUT /v1/foods was removed"
        ),
        Edit(
            #""parameters": {"header If-Match""#,
            #""parameters": {"query brand": {"isRequired": false, "schema": "string"}, "header If-Match""#,
            "compatible, services first: the query brand was added to PUT /v1/foods"
        ),
        Edit(
            #"{"shape": "integer", "rules": ["range 1...50"]}"#,
            #"{"shape": "string", "rules": ["range 1...50"]}"#,
            "breaking: the query limit of GET /v1/foods/{id} was integer and is string in HTTP requests"
        ),
    ])
    func `parameters that are removed, moved, required or of another type are breaking`(edit: Edit) throws {
        try expectChanges(edit)
    }

    @Test func `another name of a path's parameter is no change`() throws {
        let old = try SampleInterface.decode(SampleInterface.json)
        let json = SampleInterface.json.replacing("/{id}", with: "/{food}").replacing("path id", with: "path food")
        #expect(ContractComparison.changes(from: old, to: try SampleInterface.decode(json)).isEmpty)
    }

    @Test(arguments: [
        Edit(
            "range 1...50",
            "range 1...20",
            "breaking: the value of the query limit of GET /v1/foods/{id} was 1 to 50 and is 1 to 20 in HTTP requests"
        ),
        Edit(
            "range 1...50",
            "range 1...inf",
            "compatible, services first: the value of the query limit of GET /v1/foods/{id} was 1 to 50 and is at least 1"
                + " in HTTP requests"
        ),
        Edit(
            "length 1...200",
            "length 2...300",
            "breaking: the length of FoodInput.name was 1 to 200 and is 2 to 300 in HTTP requests"
        ),
        Edit(
            #", "bytes 800"]"#,
            #", "bytes 900"]"#,
            "compatible, services first: the number of bytes of FoodInput.name was at most 800 and is at most 900 in"
                + " HTTP requests"
        ),
        Edit(
            #""rules": ["items 0...5"]"#,
            #""rules": ["items 0...4"]"#,
            "breaking: the number of items of FoodInput.tags was 0 to 5 and is 0 to 4 in HTTP requests"
        ),
        Edit(
            #""pattern ^[a-z]+$""#,
            #""pattern ^[a-y]+$""#,
            "breaking: FoodInput.tags[] must now match the pattern ^[a-y]+$ in HTTP requests",
            "compatible, services first: FoodInput.tags[] need no longer match the pattern ^[a-z]+$ in HTTP requests"
        ),
        Edit(
            "sentence Not in the future.",
            "sentence Never in the future.",
            "compatible: a rule of FoodInput.at has another wording; compare the meaning: Never in the future."
        ),
        Edit(
            #"["sentence Not in the future."]"#,
            #"["sentence Not in the future.", "sentence Not on Sundays."]"#,
            "breaking: FoodInput.at has a new rule in HTTP requests: Not on Sundays."
        ),
        Edit(
            "grams|portion : exactlyOne",
            "grams|portion : atMostOne",
            "compatible, services first: FoodInput has the new rule at most one of grams, portion in HTTP requests",
            "compatible, services first: FoodInput no longer has the rule exactly one of grams, portion in HTTP requests"
        ),
        Edit(
            #"["grams|portion : exactlyOne"]"#,
            #"["grams|portion : exactlyOne", "grams|name : excludes"]"#,
            "breaking: FoodInput has the new rule grams excludes name in HTTP requests"
        ),
    ])
    func `a narrower rule is breaking, a wider one is compatible if services go first`(edit: Edit) throws {
        try expectChanges(edit)
    }

    @Test(arguments: [
        Edit(
            #""required": ["name"], "isClosed": true"#,
            #""required": ["grams", "name"], "isClosed": true"#,
            "breaking: FoodInput.grams may no longer be omitted from HTTP requests"
        ),
        Edit(
            #""required": ["name"], "isClosed": true"#,
            #""required": [], "isClosed": true"#,
            "compatible, services first: FoodInput.name may now be omitted from HTTP requests"
        ),
        Edit(
            #""grams": "number|null""#,
            #""grams": "number""#,
            "breaking: FoodInput.grams may no longer be null in HTTP requests"
        ),
        Edit(
            #""grams": "number|null","#,
            #""amount": "number|null","#,
            "breaking: FoodInput.grams was removed from HTTP requests",
            "compatible, services first: FoodInput.amount was added to HTTP requests"
        ),
        Edit(
            #""grams": "number|null""#,
            #""grams": "integer|null""#,
            "breaking: FoodInput.grams was number and is integer in HTTP requests"
        ),
        Edit(
            #""bytesMax": 1000"#,
            #""bytesMax": 999"#,
            "breaking: the largest body of PUT /v1/foods was 1000 bytes and is 999 bytes"
        ),
        Edit(
            #"["application/json", "text/csv"]"#,
            #"["application/json"]"#,
            "breaking: the body of PUT /v1/foods can no longer be text/csv"
        ),
        Edit(
            #""bytesMax": 1000, "isRequired": false"#,
            #""bytesMax": 1000, "isRequired": true"#,
            "breaking: the body of PUT /v1/foods may no longer be omitted"
        ),
    ])
    func `a body that accepts less is breaking`(edit: Edit) throws {
        try expectChanges(edit)
    }

    @Test(arguments: [
        Edit(#""kcal": "number","#, "", "breaking: Food.kcal was removed from HTTP replies"),
        Edit(#""kcal": "number""#, #""kcal": "number|null""#, "breaking: Food.kcal may now be null in HTTP replies"),
        Edit(
            #""kcal": "number""#,
            #""kcal": "string""#,
            "breaking: Food.kcal was number and is string in HTTP replies"
        ),
        Edit(
            #""kcal": "number""#,
            #""kcal": "integer""#,
            "compatible, services first: Food.kcal was number and is integer in HTTP replies"
        ),
        Edit(
            #""kcal": "number""#,
            #""kcal": "number", "brand": "string""#,
            "compatible: Food.brand was added to HTTP replies"
        ),
        Edit(
            #""required": ["kcal"]"#,
            #""required": []"#,
            "breaking: Food.kcal may now be omitted from HTTP replies"
        ),
        Edit(
            #""required": ["kcal"]"#,
            #""required": ["kcal", "kind"]"#,
            "compatible, services first: Food.kind may no longer be omitted from HTTP replies"
        ),
        Edit(
            #""raw", "cooked""#,
            #""raw", "cooked", "frozen""#,
            "breaking: Kind has the new value frozen in HTTP replies",
            "compatible, services first: Kind has the new value frozen in HTTP requests"
        ),
        Edit(
            #""raw", "cooked""#,
            #""raw""#,
            "compatible, services first: Kind no longer has the value cooked in HTTP replies",
            "breaking: Kind no longer has the value cooked in HTTP requests"
        ),
    ])
    func `a reply that lacks a field or has other values is breaking`(edit: Edit) throws {
        try expectChanges(edit)
    }

    @Test(arguments: [
        Edit(
            #"["404 notFound", "422 invalid"]"#,
            #"["404 notFound", "409 conflict", "422 invalid"]"#,
            "breaking: GET /v1/foods/{id} can now be answered with the problem 409 conflict"
        ),
        Edit(
            #"["404 notFound", "422 invalid"]"#,
            #"["404 notFound", "422 invalid", "422 profileIncomplete", "429 tooManyRequests", "503 busy"]"#,
            "compatible: GET /v1/foods/{id} can now be answered with the problem 422 profileIncomplete",
            "compatible: GET /v1/foods/{id} can now be answered with the problem 429 tooManyRequests",
            "compatible: GET /v1/foods/{id} can now be answered with the problem 503 busy"
        ),
        Edit(
            #"["404 notFound", "422 invalid"]"#,
            #"["422 invalid"]"#,
            "compatible: GET /v1/foods/{id} is no longer answered with the problem 404 notFound"
        ),
        Edit(
            #"["invalid", "notFound"]"#,
            #"["invalid", "notFound", "teapot"]"#,
            "breaking: ErrorCode has the new value teapot in HTTP replies"
        ),
    ])
    func `a problem with an unexpected status, or with an unknown code, is breaking`(edit: Edit) throws {
        try expectChanges(edit)
    }

    @Test func `the interface of this version is equal after a round trip through a baseline`() throws {
        let interface = HTTPInterface(try HTTPModel.current())
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = try encoder.encode(interface)
        let read = try JSONDecoder().decode(HTTPInterface.self, from: text)
        #expect(try encoder.encode(read) == text)
        #expect(ContractComparison.changes(from: read, to: interface).isEmpty)
        #expect(read.operations.count > 100 && read.schemas["Problem"] != nil)
    }
}
