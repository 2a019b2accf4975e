import Contracts

/// The page of error codes.
enum ErrorsPage {
    private static let head = """
        # Errors

        A refused request is answered with a problem document (RFC 9457, `application/problem+json`). `code` and
        `params` are for programs, `detail` is for people, and `errors` has an item for each field.

        ```json
        {"type":"about:blank","title":"Unprocessable Content","status":422,"detail":"grams must be from 0.1 to 10000.",
         "code":"invalid","params":{},
         "errors":[{"field":"grams","code":"outOfRange","message":"grams must be from 0.1 to 10000.",
                    "params":{"min":"0.1","max":"10000"}}]}
        ```

        Treat an unknown code as its status. A connection that is too slow is answered with 408 and a line of text.


        """

    /// The page without its first line.
    static var text: String {
        let codes = ErrorCode.allCases.sorted { $0.status.code < $1.status.code }.map { code in
            ["`\(code.rawValue)`", "\(code.status.code)", code.sentence, code.retry, parameters(code.parameters)]
        }
        let fields = FieldError.Code.allCases.map { code in
            ["`\(code.rawValue)`", code.sentence, parameters(code.parameters)]
        }
        return head + "## Codes\n\n"
            + MarkdownTable(["code", "status", "meaning", "send again", "`params`"], codes).text
            + "\n## Codes of fields\n\n"
            + MarkdownTable(["code", "meaning", "`params`"], fields).text
    }

    private static func parameters(_ parameters: [(key: String, meaning: String)]) -> String {
        parameters.map { "`\($0.key)`: \($0.meaning)" }.joined(separator: "; ")
    }
}
