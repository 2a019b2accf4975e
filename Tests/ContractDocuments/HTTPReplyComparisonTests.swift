import ContractDocuments
import Testing

/// The verdict and the sentence of each kind of change of HTTP replies and problems.
struct HTTPReplyComparisonTests {
    @Test(arguments: [
        InterfaceEdit(#""kcal": "number","#, "", "breaking: Food.kcal was removed from HTTP replies"),
        InterfaceEdit(
            #""kcal": "number""#,
            #""kcal": "number|null""#,
            "breaking: Food.kcal may now be null in HTTP replies"
        ),
        InterfaceEdit(
            #""kcal": "number""#,
            #""kcal": "string""#,
            "breaking: Food.kcal was number and is string in HTTP replies"
        ),
        InterfaceEdit(
            #""kcal": "number""#,
            #""kcal": "integer""#,
            "compatible, services first: Food.kcal was number and is integer in HTTP replies"
        ),
        InterfaceEdit(
            #""kcal": "number""#,
            #""kcal": "number", "brand": "string""#,
            "compatible: Food.brand was added to HTTP replies"
        ),
        InterfaceEdit(
            #""required": ["kcal"]"#,
            #""required": []"#,
            "breaking: Food.kcal may now be omitted from HTTP replies"
        ),
        InterfaceEdit(
            #""required": ["kcal"]"#,
            #""required": ["kcal", "kind"]"#,
            "compatible, services first: Food.kind may no longer be omitted from HTTP replies"
        ),
        InterfaceEdit(
            #""raw", "cooked""#,
            #""raw", "cooked", "frozen""#,
            "breaking: Kind has the new value frozen in HTTP replies",
            "compatible, services first: Kind has the new value frozen in HTTP requests"
        ),
        InterfaceEdit(
            #""raw", "cooked""#,
            #""raw""#,
            "compatible, services first: Kind no longer has the value cooked in HTTP replies",
            "breaking: Kind no longer has the value cooked in HTTP requests"
        ),
    ])
    func `a reply that lacks a field or has other values is breaking`(edit: InterfaceEdit) throws {
        try edit.expectChanges()
    }

    @Test(arguments: [
        InterfaceEdit(
            #"["404 notFound", "422 invalid"]"#,
            #"["404 notFound", "409 conflict", "422 invalid"]"#,
            "breaking: GET /v1/foods/{id} can now be answered with the problem 409 conflict"
        ),
        InterfaceEdit(
            #"["404 notFound", "422 invalid"]"#,
            #"["404 notFound", "422 invalid", "422 profileIncomplete", "429 tooManyRequests", "503 busy"]"#,
            "compatible: GET /v1/foods/{id} can now be answered with the problem 422 profileIncomplete",
            "compatible: GET /v1/foods/{id} can now be answered with the problem 429 tooManyRequests",
            "compatible: GET /v1/foods/{id} can now be answered with the problem 503 busy"
        ),
        InterfaceEdit(
            #"["404 notFound", "422 invalid"]"#,
            #"["422 invalid"]"#,
            "compatible: GET /v1/foods/{id} is no longer answered with the problem 404 notFound"
        ),
        InterfaceEdit(
            #"["invalid", "notFound"]"#,
            #"["invalid", "notFound", "teapot"]"#,
            "breaking: ErrorCode has the new value teapot in HTTP replies"
        ),
    ])
    func `a problem with an unexpected status, or with an unknown code, is breaking`(edit: InterfaceEdit) throws {
        try edit.expectChanges()
    }
}
