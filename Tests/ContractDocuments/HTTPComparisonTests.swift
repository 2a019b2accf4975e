import ContractDocuments
import Foundation
import Testing

/// The verdict and the sentence of each kind of change of the HTTP interface.
struct HTTPComparisonTests {
    @Test(arguments: [
        InterfaceEdit(
            #""GET /v1/foods/{id}""#,
            #""GET /v1/food/{id}""#,
            "breaking: the operation GET /v1/foods/{id} was removed",
            "compatible, services first: the operation GET /v1/food/{id} was added"
        ),
        InterfaceEdit(
            #""PUT /v1/foods""#,
            #""POST /v1/foods""#,
            "breaking: the operation PUT /v1/foods was removed",
            "compatible, services first: the operation POST /v1/foods was added"
        ),
        InterfaceEdit(
            #""scope": "foods:write""#,
            #""scope": "diary:write""#,
            "breaking: the scope of PUT /v1/foods was foods:write and is diary:write"
        ),
        InterfaceEdit(
            #""scope": "foods:write","#,
            "",
            "breaking: PUT /v1/foods no longer accepts tokens with the scope foods:write"
        ),
        InterfaceEdit(
            #""role": "staff""#,
            #""role": "admin""#,
            "breaking: the role that PUT /v1/foods needs was staff and is admin"
        ),
        InterfaceEdit(
            #""role": "staff""#,
            #""role": "user""#,
            "compatible, services first: the role that PUT /v1/foods needs was staff and is user"
        ),
        InterfaceEdit(
            #""access": "anyone""#,
            #""access": "user""#,
            "breaking: the access of GET /v1/foods/{id} was anyone and is user"
        ),
        InterfaceEdit(
            #""access": "anyone""#,
            #""access": "anyone", "scope": "foods:read""#,
            "compatible, services first: GET /v1/foods/{id} now accepts tokens with the scope foods:read"
        ),
        InterfaceEdit(
            #""201": "#,
            #""200": "#,
            "breaking: PUT /v1/foods is no longer answered with the status 201",
            "breaking: PUT /v1/foods can now be answered with the status 200"
        ),
        InterfaceEdit(
            #""headers": ["ETag"]"#,
            #""headers": ["Retry-After"]"#,
            "breaking: the header ETag was removed from replies to PUT /v1/foods",
            "compatible: the header Retry-After was added to replies to PUT /v1/foods"
        ),
    ])
    func `removed operations, and other roles, scopes, statuses and headers, are breaking`(edit: InterfaceEdit) throws {
        try edit.expectChanges()
    }

    @Test func `a baseline that is older than the roles says nothing about them`() throws {
        let json = SampleInterface.json.replacing(#""role": "staff","#, with: "")
        let (old, new) = (try SampleInterface.decode(json), try SampleInterface.decode(SampleInterface.json))
        #expect(ContractComparison.changes(from: old, to: new).isEmpty)
    }

    @Test(arguments: [
        InterfaceEdit(
            #""query limit": {"#,
            #""header limit": {"#,
            "breaking: the query limit of GET /v1/foods/{id} was moved to the header",
            "compatible, services first: the header limit was added to GET /v1/foods/{id}"
        ),
        InterfaceEdit(
            #""query limit": {"isRequired": false"#,
            #""query limit": {"isRequired": true"#,
            "breaking: the query limit of GET /v1/foods/{id} may no longer be omitted"
        ),
        InterfaceEdit(
            #""header If-Match": {"isRequired": false, "schema": "string"}"#,
            "",
            "breaking: the header If-Match of PUT /v1/foods was removed"
        ),
        InterfaceEdit(
            #""parameters": {"header If-Match""#,
            #""parameters": {"query brand": {"isRequired": false, "schema": "string"}, "header If-Match""#,
            "compatible, services first: the query brand was added to PUT /v1/foods"
        ),
        InterfaceEdit(
            #"{"shape": "integer", "rules": ["range 1...50"]}"#,
            #"{"shape": "string", "rules": ["range 1...50"]}"#,
            "breaking: the query limit of GET /v1/foods/{id} was integer and is string in HTTP requests"
        ),
    ])
    func `parameters that are removed, moved, required or of another type are breaking`(edit: InterfaceEdit) throws {
        try edit.expectChanges()
    }

    @Test func `another name of a path's parameter is no change`() throws {
        let old = try SampleInterface.decode(SampleInterface.json)
        let json = SampleInterface.json.replacing("/{id}", with: "/{food}").replacing("path id", with: "path food")
        #expect(ContractComparison.changes(from: old, to: try SampleInterface.decode(json)).isEmpty)
    }

    @Test(arguments: [
        InterfaceEdit(
            "range 1...50",
            "range 1...20",
            "breaking: the value of the query limit of GET /v1/foods/{id} was 1 to 50 and is 1 to 20 in HTTP requests"
        ),
        InterfaceEdit(
            "range 1...50",
            "range 1...inf",
            "compatible, services first: the value of the query limit of GET /v1/foods/{id} was 1 to 50 and is at least 1"
                + " in HTTP requests"
        ),
        InterfaceEdit(
            "length 1...200",
            "length 2...300",
            "breaking: the length of FoodInput.name was 1 to 200 and is 2 to 300 in HTTP requests"
        ),
        InterfaceEdit(
            #", "bytes 800"]"#,
            #", "bytes 900"]"#,
            "compatible, services first: the number of bytes of FoodInput.name was at most 800 and is at most 900 in"
                + " HTTP requests"
        ),
        InterfaceEdit(
            #""rules": ["items 0...5"]"#,
            #""rules": ["items 0...4"]"#,
            "breaking: the number of items of FoodInput.tags was 0 to 5 and is 0 to 4 in HTTP requests"
        ),
        InterfaceEdit(
            #""pattern ^[a-z]+$""#,
            #""pattern ^[a-y]+$""#,
            "breaking: FoodInput.tags[] must now match the pattern ^[a-y]+$ in HTTP requests",
            "compatible, services first: FoodInput.tags[] need no longer match the pattern ^[a-z]+$ in HTTP requests"
        ),
        InterfaceEdit(
            "sentence Not in the future.",
            "sentence Never in the future.",
            "compatible: a rule of FoodInput.at has another wording; compare the meaning: Never in the future."
        ),
        InterfaceEdit(
            #"["sentence Not in the future."]"#,
            #"["sentence Not in the future.", "sentence Not on Sundays."]"#,
            "breaking: FoodInput.at has a new rule in HTTP requests: Not on Sundays."
        ),
        InterfaceEdit(
            "grams|portion : exactlyOne",
            "grams|portion : atMostOne",
            "compatible, services first: FoodInput has the new rule at most one of grams, portion in HTTP requests",
            "compatible, services first: FoodInput no longer has the rule exactly one of grams, portion in HTTP requests"
        ),
        InterfaceEdit(
            #"["grams|portion : exactlyOne"]"#,
            #"["grams|portion : exactlyOne", "grams|name : excludes"]"#,
            "breaking: FoodInput has the new rule grams excludes name in HTTP requests"
        ),
    ])
    func `a narrower rule is breaking, a wider one is compatible if services go first`(edit: InterfaceEdit) throws {
        try edit.expectChanges()
    }

    @Test(arguments: [
        InterfaceEdit(
            #""required": ["name"], "isClosed": true"#,
            #""required": ["grams", "name"], "isClosed": true"#,
            "breaking: FoodInput.grams may no longer be omitted from HTTP requests"
        ),
        InterfaceEdit(
            #""required": ["name"], "isClosed": true"#,
            #""required": [], "isClosed": true"#,
            "compatible, services first: FoodInput.name may now be omitted from HTTP requests"
        ),
        InterfaceEdit(
            #""grams": "number|null""#,
            #""grams": "number""#,
            "breaking: FoodInput.grams may no longer be null in HTTP requests"
        ),
        InterfaceEdit(
            #""grams": "number|null","#,
            #""amount": "number|null","#,
            "breaking: FoodInput.grams was removed from HTTP requests",
            "compatible, services first: FoodInput.amount was added to HTTP requests"
        ),
        InterfaceEdit(
            #""grams": "number|null""#,
            #""grams": "integer|null""#,
            "breaking: FoodInput.grams was number and is integer in HTTP requests"
        ),
        InterfaceEdit(
            #""bytesMax": 1000"#,
            #""bytesMax": 999"#,
            "breaking: the largest body of PUT /v1/foods was 1000 bytes and is 999 bytes"
        ),
        InterfaceEdit(
            #"["application/json", "text/csv"]"#,
            #"["application/json"]"#,
            "breaking: the body of PUT /v1/foods can no longer be text/csv"
        ),
        InterfaceEdit(
            #""bytesMax": 1000, "isRequired": false"#,
            #""bytesMax": 1000, "isRequired": true"#,
            "breaking: the body of PUT /v1/foods may no longer be omitted"
        ),
    ])
    func `a body that accepts less is breaking`(edit: InterfaceEdit) throws {
        try edit.expectChanges()
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
