import Contracts
package import Observability

/// Trace spans in the JSON encoding of OTLP 1.x (`ExportTraceServiceRequest`).
///
/// OTLP encodes ids as hexadecimal text, 64-bit numbers as text, and enumerations as numbers.
package struct OTLPDocument: Encodable, Sendable {
    package struct ResourceSpans: Encodable, Sendable {
        package var resource: Resource
        package var scopeSpans: [ScopeSpans]
    }

    package struct Resource: Encodable, Sendable {
        package var attributes: [Attribute]
    }

    package struct ScopeSpans: Encodable, Sendable {
        package var scope: Scope
        package var spans: [Span]
    }

    package struct Scope: Encodable, Sendable {
        package var name = "mealwire"
        package var version = Release.version
    }

    package struct Attribute: Encodable, Sendable, Equatable {
        package var key: String
        package var value: Value

        package struct Value: Encodable, Sendable, Equatable {
            package var stringValue: String
        }

        init(_ key: String, _ value: String) {
            self.key = key
            self.value = Value(stringValue: value)
        }
    }

    package struct Span: Encodable, Sendable {
        package var traceId: String
        package var spanId: String
        package var parentSpanId: String?
        package var name: String
        package var kind: Int
        package var startTimeUnixNano: String
        package var endTimeUnixNano: String
        package var attributes: [Attribute]
        package var status: Status
    }

    package struct Status: Encodable, Sendable {
        /// 0 for success, 2 for an error.
        package var code: Int
        package var message: String?
    }

    package var resourceSpans: [ResourceSpans]

    /// Groups spans by process.
    ///
    /// - Parameter reports: Finished spans.
    package init(_ reports: [SpanReport]) {
        var order: [String] = []
        var byProcess: [String: SpanReport] = [:]
        for report in reports {
            let key = "\(report.service.rawValue)/\(report.process)"
            if byProcess[key] == nil { order.append(key) }
            byProcess[key, default: SpanReport(service: report.service, process: report.process, spans: [])].spans +=
                report.spans
        }
        resourceSpans = order.compactMap { byProcess[$0] }.map(Self.resourceSpans)
    }

    private static func resourceSpans(of report: SpanReport) -> ResourceSpans {
        ResourceSpans(
            resource: Resource(attributes: [
                Attribute("service.name", report.service.rawValue), Attribute("service.namespace", "mealwire"),
                Attribute("service.instance.id", report.process), Attribute("service.version", Release.version),
            ]),
            scopeSpans: [ScopeSpans(scope: Scope(), spans: report.spans.map(span))]
        )
    }

    private static func span(_ span: TraceSpan) -> Span {
        Span(
            traceId: span.trace,
            spanId: span.span,
            parentSpanId: span.parent,
            name: span.name,
            kind: number(of: span.kind),
            startTimeUnixNano: "\(span.startNs)",
            endTimeUnixNano: "\(span.endNs)",
            attributes: span.attributes.sorted { $0.key < $1.key }.map { Attribute($0.key, $0.value) },
            status: Status(code: span.error == nil ? 0 : 2, message: span.error)
        )
    }

    /// Returns the number of a kind in OTLP's `SpanKind`.
    private static func number(of kind: TraceSpan.Kind) -> Int {
        switch kind {
        case .between: 1
        case .server: 2
        case .client: 3
        case .consumer: 5
        }
    }
}
