import Contracts

/// The HTTP interface as an OpenAPI 3.1 document.
package struct OpenAPIDocument {
    /// The first lines of the file, as comments.
    private static let heading = """
        # Written by scripts/contracts from Shared/Base/Contracts; change the Swift there and run it again.

        """

    package static let about = [
        "Days are days of the user's time zone, as `YYYY-MM-DD`; `today` is accepted for a day.",
        "Unknown is `null`, never 0.",
        """
        Errors are problem documents (RFC 9457): `code` and `params` for programs, `detail` for people, `errors` for \
        single fields.
        """,
        "400: the JSON has another shape; unknown fields are named. 422: a value breaks a rule.",
        "429 and 503 carry `Retry-After`.",
        """
        Most writes accept an `Idempotency-Key`: the same request under the same key takes effect once, and is answered \
        alike for two days.
        """,
        """
        Answers with a `version` carry it as `ETag`. Send it as `If-Match` with a change; without it, the newest version \
        is changed.
        """,
        """
        A body has at most \(Words.bytes(Method.payloadBytesMax)), and \(Words.bytes(HTTPLimits.openBodyBytesMax)) without \
        sign-in and below `/v1/auth`. A head has at most 16 KiB.
        """,
        "Every GET route answers HEAD without a body. Other methods are answered with 405 and `Allow`.",
    ]

    let model: HTTPModel
    let examples: ExampleMaker

    package init(_ model: HTTPModel) {
        self.model = model
        examples = ExampleMaker(model)
    }

    /// The text of `docs/reference/openapi.yaml`.
    package var text: String { Self.heading + yaml.text }

    package var yaml: YAML {
        .map([
            .init("openapi", "3.1.0"), .init("info", Self.info),
            .init("servers", [["url": "/", "description": "The server that answers this document."]]),
            .init("tags", .list(tags)), .init("paths", .map(paths)), .init("components", .map(components)),
        ])
    }

    private static let info: YAML = [
        "title": "Mealwire",
        "version": .string(Release.version),
        "summary": "A calorie tracker that you host yourself.",
        "description": .string(about.joined(separator: " ")),
        "license": ["name": "Apache License 2.0", "identifier": "Apache-2.0"],
    ]

    private var tags: [YAML] {
        let used = Set(model.operations.map(\.area))
        return APIArea.all.filter(used.contains).map { area -> YAML in
            ["name": .string(area.name), "description": .string(area.summary)]
        }
    }

    private var components: [YAML.Entry] {
        [
            .init("schemas", .map(schemas)), .init("responses", .map(problemResponses)),
            .init("headers", .map(HTTPOperation.ResponseHeader.allCases.map { .init($0.rawValue, $0.yaml) })),
            .init("securitySchemes", .map(SecurityScheme.allCases.map { .init($0.rawValue, $0.yaml) })),
        ]
    }

    private var schemas: [YAML.Entry] {
        model.components.sorted { $0.key < $1.key }.map { .init($0.key, $0.value.yaml) }
    }

    // MARK: Operations

    private var paths: [YAML.Entry] {
        var paths: [YAML.Entry] = []
        for operation in model.operations {
            let entry = YAML.Entry(operation.verb.rawValue.lowercased(), yaml(of: operation))
            if let index = paths.firstIndex(where: { $0.key == operation.path }),
                case .map(let verbs) = paths[index].value
            {
                paths[index].value = .map(verbs + [entry])
            } else {
                paths.append(.init(operation.path, .map([entry])))
            }
        }
        return paths
    }

    private func yaml(of operation: HTTPOperation) -> YAML {
        var entries: [YAML.Entry] = [
            .init("operationId", .string(operation.id)),
            .init("tags", [.string(operation.area.name)]),
            .init("summary", .string(operation.summary)),
            .init("description", .string(operation.details.joined(separator: " "))),
            .init("security", .list(SecurityScheme.requirements(of: operation))),
        ]
        if !operation.parameters.isEmpty {
            entries.append(.init("parameters", .list(operation.parameters.map { yaml(of: $0, operation) })))
        }
        if let body = operation.body {
            var request: [YAML.Entry] = [.init("required", .boolean(operation.isBodyRequired))]
            request.append(.init("content", .map(content(body))))
            request.append(.init("x-max-bytes", .integer(operation.bodyBytesMax)))
            entries.append(.init("requestBody", .map(request)))
        }
        entries.append(.init("responses", .map(responses(of: operation))))
        if let method = operation.method {
            entries.append(.init("x-method", .string(method.name)))
            entries.append(.init("x-effect", .string(method.effect.rawValue)))
            entries.append(.init("x-timeout-ms", .integer(method.timeoutMs)))
        }
        if let scope = operation.scope { entries.append(.init("x-scope", .string(scope.rawValue))) }
        if let role = operation.role {
            entries.append(.init("x-roles", .list(role.holders.map { .string($0.rawValue) })))
        }
        return .map(entries)
    }

    private func yaml(of parameter: HTTPOperation.Parameter, _ operation: HTTPOperation) -> YAML {
        var entries: [YAML.Entry] = [
            .init("name", .string(parameter.name)), .init("in", .string(parameter.place.rawValue)),
        ]
        if parameter.isRequired { entries.append(.init("required", true)) }
        if !parameter.summary.isEmpty { entries.append(.init("description", .string(parameter.summary))) }
        entries.append(.init("schema", parameter.schema.yaml))
        entries.append(.init("example", example(of: parameter)))
        return .map(entries)
    }

    /// An example of a parameter.
    package func example(of parameter: HTTPOperation.Parameter) -> YAML {
        switch parameter.name {
        case HTTPHeader.idempotencyKey: .string(FieldExamples.byFormat["uuid"] ?? "")
        case HTTPHeader.ifMatch: "\"3\""
        default: examples.example(of: parameter.schema, named: parameter.name)
        }
    }

    private func responses(of operation: HTTPOperation) -> [YAML.Entry] {
        let good = operation.responses.map { response -> YAML.Entry in
            var entries: [YAML.Entry] = [.init("description", .string(response.summary))]
            if !response.headers.isEmpty {
                let headers = response.headers.map {
                    YAML.Entry($0.rawValue, .reference("components", "headers", $0.rawValue))
                }
                entries.append(.init("headers", .map(headers)))
            }
            if let body = response.content { entries.append(.init("content", .map(content(body)))) }
            return .init(String(response.status), .map(entries))
        }
        let problems = operation.problems.map { status, codes in
            YAML.Entry(String(status), .reference("components", "responses", ProblemResponse(status, codes).name))
        }
        // A response that the route describes itself, such as 503 of the health check, is no problem document.
        let described = Set(good.map(\.key))
        return good + problems.filter { !described.contains($0.key) }
    }

    private func content(_ content: HTTPOperation.Content) -> [YAML.Entry] {
        switch content {
        case .json(let schema):
            [
                .init(
                    "application/json",
                    ["schema": schema.yaml, "examples": ["example": ["value": examples.example(of: schema)]]]
                )
            ]
        case .bytes(let mediaTypes, let maximum):
            mediaTypes.map { type in
                var entries: [YAML.Entry] = []
                if let maximum { entries.append(.init("x-max-bytes", .integer(maximum))) }
                return .init(Self.withoutParameters(type), .map(entries))
            }
        case .text(let mediaType): [.init(Self.withoutParameters(mediaType), ["schema": ["type": "string"]])]
        case .events(let schema):
            [
                .init(
                    "text/event-stream",
                    [
                        "schema": ["type": "string"],
                        "x-event-schema": schema.yaml,
                        "example": .string("event: hint\ndata: \(examples.example(of: schema).json)\n\n"),
                    ]
                )
            ]
        }
    }

    private static func withoutParameters(_ mediaType: String) -> String { String(mediaType.prefix { $0 != ";" }) }

    // MARK: Problems

    private var problemResponses: [YAML.Entry] {
        var responses: [String: YAML] = [:]
        for (status, codes) in model.operations.flatMap(\.problems) {
            let response = ProblemResponse(status, codes)
            responses[response.name] = response.yaml
        }
        return responses.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) }
    }
}
