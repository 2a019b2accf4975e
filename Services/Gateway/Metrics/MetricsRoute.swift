import Contracts
import HTTPServer
import HTTPTypes
import Hummingbird
import NIOCore

/// Serves the metrics of the whole stack to Prometheus.
struct MetricsRoute {
    let collector: MetricsCollector
    let access: MetricsAccess

    func add(to table: inout RouteTable) throws {
        let (collector, access) = (collector, access)
        try table.handle(SpecialRoutes.metrics) { request, _ in
            try access.check(
                request.headers,
                authority: request.head.authority,
                address: CallerConnection.current?.address
            )
            let headers: HTTPFields = [.contentType: SpecialRoutes.metricsMediaType, .cacheControl: "no-store"]
            let text = ByteBuffer(bytes: await collector.text())
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: text))
        }
    }
}
