import ContractDocuments
import Foundation

/// A small HTTP interface with each kind of schema and rule, in the form of a baseline.
enum SampleInterface {
    static let json = """
        {
          "operations": {
            "GET /v1/foods/{id}": {
              "access": "anyone",
              "parameters": {
                "path id": {"isRequired": true, "schema": "string:uuid"},
                "query limit": {"isRequired": false, "schema": {"shape": "integer", "rules": ["range 1...50"]}}
              },
              "responses": {
                "200": {"content": {"mediaTypes": ["application/json"], "schema": "[Food]"}, "headers": []}
              },
              "problems": ["404 notFound", "422 invalid"]
            },
            "PUT /v1/foods": {
              "access": "user",
              "role": "staff",
              "scope": "foods:write",
              "parameters": {"header If-Match": {"isRequired": false, "schema": "string"}},
              "body": {
                "bytesMax": 1000, "isRequired": false,
                "content": {"mediaTypes": ["application/json", "text/csv"], "schema": "FoodInput"}
              },
              "responses": {
                "201": {"content": {"mediaTypes": ["application/json"], "schema": "Food"}, "headers": ["ETag"]}
              },
              "problems": ["401 unauthenticated"]
            }
          },
          "schemas": {
            "Food": {
              "fields": {"kcal": "number", "kind": "Kind|null"},
              "required": ["kcal"], "isClosed": false
            },
            "FoodInput": {
              "fields": {
                "name": {"shape": "string", "rules": ["length 1...200", "bytes 800"]},
                "kind": "Kind|null",
                "grams": "number|null",
                "portion": "string|null",
                "at": {"shape": "string", "nullable": true, "rules": ["sentence Not in the future."]},
                "tags": {
                  "items": {"shape": "string", "rules": ["pattern ^[a-z]+$"]},
                  "nullable": true, "rules": ["items 0...5"]
                }
              },
              "required": ["name"], "isClosed": true,
              "relations": ["grams|portion : exactlyOne"]
            },
            "Kind": {"choices": ["raw", "cooked"]},
            "ErrorCode": {"choices": ["invalid", "notFound"]},
            "Problem": {"fields": {"code": "ErrorCode"}, "required": ["code"], "isClosed": false}
          }
        }
        """

    static func decode(_ json: String) throws -> HTTPInterface {
        try JSONDecoder().decode(HTTPInterface.self, from: Data(json.utf8))
    }
}
