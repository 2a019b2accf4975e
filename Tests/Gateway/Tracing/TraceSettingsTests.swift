import Gateway
import Settings
import Testing

struct TraceSettingsTests {
    private func settings(_ values: [String: String]) throws -> TraceSettings {
        try TraceSettings(SettingsReader(values))
    }

    @Test func `tracing is off without a collector, and an endpoint without a path gets the default`() throws {
        #expect(try settings([:]).endpoint == nil)
        let endpoints = [
            "http://127.0.0.1:4318": "http://127.0.0.1:4318/v1/traces",
            "https://otel.example.org/": "https://otel.example.org/v1/traces",
            "https://otel.example.org/mine/v1/traces": "https://otel.example.org/mine/v1/traces",
        ]
        for (given, expected) in endpoints {
            #expect(try settings(["traces.endpoint": given]).endpoint == expected)
        }
        let headers = try settings(["traces.headers": "authorization=Bearer a=b, x-team=food"]).headers
        #expect(headers.map(\.name) == ["authorization", "x-team"])
        #expect(headers.map(\.value) == ["Bearer a=b", "food"])
    }

    @Test(arguments: [
        ("traces.endpoint", "127.0.0.1:4318"), ("traces.endpoint", "ftp://host"), ("traces.ratio", "1.5"),
        ("traces.ratio", "often"), ("traces.headers", "secret"), ("traces.endpoint", "http://me:secret@127.0.0.1:4318"),
    ])
    func `an invalid setting stops the start with a message`(key: String, value: String) {
        do {
            _ = try settings([key: value])
            Issue.record("\(key) may be \(value)")
        } catch {
            #expect("\(error)".hasPrefix("\(key) is "))
            if value.contains("secret") { #expect(!"\(error)".contains("secret")) }
        }
    }

    @Test func `logs contain the collector's origin, but not the rest of its address`() {
        let origins = [
            "https://otel.example.org:4318/v1/traces?key=secret": "https://otel.example.org:4318",
            "http://127.0.0.1:4318": "http://127.0.0.1:4318", "http://[::1]:4318?key=secret": "http://[::1]:4318",
        ]
        for (endpoint, origin) in origins { #expect(TraceSettings.origin(of: endpoint) == origin) }
    }
}
