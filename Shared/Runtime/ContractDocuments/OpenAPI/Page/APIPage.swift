import Contracts

/// The page `/docs`: the HTTP interface for people, in plain HTML without scripts.
package struct APIPage {
    let model: HTTPModel
    let document: OpenAPIDocument
    let examples: ExampleMaker

    package init(_ model: HTTPModel) {
        self.model = model
        document = OpenAPIDocument(model)
        examples = ExampleMaker(model)
    }

    package var html: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Mealwire HTTP interface</title>
        <style>\(Self.style)</style>
        </head>
        <body>
        <a class="skip" href="#content">Skip to the content</a>
        <nav aria-label="Contents">
        \(contents)</nav>
        <main id="content">
        \(introduction)\(areas.map(section).joined())\(problems)\(types)</main>
        </body>
        </html>

        """
    }

    private var areas: [APIArea] { APIArea.all.filter { area in model.operations.contains { $0.area == area } } }

    // MARK: Contents

    private var contents: String {
        let items = areas.map { area in
            let operations = model.operations.filter { $0.area == area }
                .map { "<li>\(HTML.link("#\($0.id)", Self.title(of: $0)))</li>\n" }
            return """
                <details><summary>\(HTML.escaped(area.name))</summary>
                <ul>
                \(operations.joined())</ul></details>

                """
        }
        return items.joined() + """
            <ul>
            <li><a href="#errors">Errors</a></li>
            <li><a href="#types">Types</a></li>
            </ul>

            """
    }

    /// Verb and path; a path may be broken after each slash.
    static func title(of operation: HTTPOperation) -> String {
        let path = HTML.escaped(operation.path).split(separator: "/").map { "/\($0)" }.joined(separator: "<wbr>")
        let verb = operation.verb.rawValue
        return "<span class=\"verb \(verb)\">\(verb)</span> <code class=\"path\">\(path)</code>"
    }

    private var introduction: String {
        let rules = OpenAPIDocument.about.map { "<li>\(HTML.sentence($0))</li>\n" }.joined()
        let schemes = SecurityScheme.allCases.map { scheme in
            "<li><strong>\(HTML.escaped(scheme.title)).</strong> \(HTML.sentence(scheme.summary))</li>\n"
        }
        return """
            <h1>Mealwire HTTP interface</h1>
            <p class="soft">Version \(HTML.escaped(Release.version)), \(model.operations.count) operations. For programs: \
            <a href="/openapi.yaml">openapi.yaml</a>, <a href="/openapi.json">openapi.json</a>.</p>
            <h2 id="rules">Rules</h2>
            <ul>
            \(rules)</ul>
            <h2 id="sign-in">Sign in</h2>
            <ul>
            \(schemes.joined())</ul>

            """
    }

    // MARK: Operations

    private func section(_ area: APIArea) -> String {
        let operations = model.operations.filter { $0.area == area }.map(article).joined()
        return """
            <h2 id="\(Self.anchor(area))">\(HTML.escaped(area.name))</h2>
            <p class="soft">\(HTML.escaped(area.summary))</p>
            \(operations)
            """
    }

    private static func anchor(_ area: APIArea) -> String {
        area.name.lowercased().split(separator: " ").joined(separator: "-")
    }

    private func article(_ operation: HTTPOperation) -> String {
        """
        <article><details>
        <summary><h3>\(Self.title(of: operation))</h3><p>\(HTML.sentence(operation.summary))</p></summary>
        <div class="inside" id="\(operation.id)">
        <p>\(operation.details.map(HTML.sentence).joined(separator: " "))</p>
        \(parameters(of: operation))\(body(of: operation))<h4>Example</h4>
        \(HTML.block(curl(operation), label: "Example with curl"))\(responses(of: operation))</div>
        </details></article>

        """
    }

    private func parameters(of operation: HTTPOperation) -> String {
        if operation.parameters.isEmpty { return "" }
        let rows = operation.parameters.map { parameter in
            let about = parameter.summary.isEmpty ? "" : "<p>\(HTML.sentence(parameter.summary))</p>"
            return [
                HTML.code(parameter.name), "\(parameter.place.rawValue), \(Self.presence(parameter.isRequired))",
                describe(parameter.schema) + about,
            ]
        }
        return "<h4>Parameters</h4>\n" + HTML.table("Parameters", ["name", "in", "value"], rows)
    }

    static func presence(_ isRequired: Bool) -> String {
        isRequired ? "<strong>required</strong>" : "<span class=\"soft\">optional</span>"
    }

    private func body(of operation: HTTPOperation) -> String {
        guard let body = operation.body else { return "" }
        let title = operation.isBodyRequired ? "Body" : "Body, optional"
        return "<h4>\(title)</h4>\n" + content(body)
    }

    private func content(_ content: HTTPOperation.Content) -> String {
        switch content {
        case .json(let schema):
            if case .object(let object) = model.resolved(schema).kind, object.isClosed { return fields(of: object) }
            return "<p>JSON: \(describe(schema))</p>\n"
        case .bytes(let mediaTypes, let maximum):
            return "<p>\(mediaTypes.map(HTML.code).joined(separator: ", "))"
                + (maximum.map { ", at most \(Words.bytes($0))" } ?? "") + ".</p>\n"
        case .text(let mediaType): return "<p>\(HTML.code(mediaType)).</p>\n"
        case .events(let schema): return "<p>\(HTML.code("text/event-stream")) of \(describe(schema)).</p>\n"
        }
    }

    private func responses(of operation: HTTPOperation) -> String {
        var text = "<h4>Responses</h4>\n"
        for response in operation.responses {
            let headers = response.headers.map { HTML.code($0.rawValue) }.joined(separator: ", ")
            text += "<p><strong>\(response.status)</strong> \(HTML.sentence(response.summary))"
            text += (headers.isEmpty ? "" : " Headers: \(headers).") + "</p>\n"
            guard let body = response.content else { continue }
            text += content(body)
            if case .json(let schema) = body {
                let example = examples.example(of: schema).readableJSON
                text +=
                    "<details><summary>Example</summary>\(HTML.block(example, label: "Example of a reply"))</details>\n"
            }
        }
        let rows = operation.problems.flatMap { problem in
            problem.codes.map {
                ["\(problem.status)", HTML.link("#errors", HTML.code($0.rawValue)), HTML.sentence($0.sentence)]
            }
        }
        return text + "<h4>Errors</h4>\n" + HTML.table("Errors", ["status", "code", ""], rows)
    }
}
