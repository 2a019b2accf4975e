package import HTTPTypes
package import Hummingbird

/// Serves the web app: the worker, and the files under the digest of the folder.
///
/// ``WebAppPages`` serves the page.
package struct WebAppRoutes: Sendable {
    private static let workerPath = "/worker.js"
    private static let filesPath = "/app/**"
    /// What the page may load, run and send: its own files, and nothing else.
    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:",
        "media-src 'self' blob:", "connect-src 'self'", "worker-src 'self'", "manifest-src 'self'",
        "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'", "require-trusted-types-for 'script'",
        "trusted-types mealwire",
    ].joined(separator: "; ")

    /// What the worker may do: fetch the files of the app.
    private static let workerPolicy = "default-src 'none'; connect-src 'self'"

    /// Keeps files for a year, because another version of a file has another path.
    private static let fileCaching = "public, max-age=31536000, immutable"

    private let app: WebAppFiles

    /// All paths, as the router has them.
    ///
    /// Neither the table of routes nor the OpenAPI document has them: they are files of one version of the app for
    /// browsers, and no operation that a program could rely on. A test compares the list with the router.
    package static let paths = [workerPath, filesPath]

    package init(_ app: WebAppFiles) {
        self.app = app
    }

    /// Adds the routes of ``paths``.
    func add(to router: Router<BasicRequestContext>) {
        let routes = self
        router.on(RouterPath(Self.workerPath), method: .get) { request, _ in routes.worker(request.headers) }
        router.on(RouterPath(Self.filesPath), method: .get) { request, _ in
            routes.file(request.uri.path, request.headers)
        }
    }

    /// Returns the page, or 304 to a browser that has this version.
    ///
    /// - Parameter headers: The headers of the request.
    /// - Returns: A response that caches must ask for again each time.
    package func page(_ headers: HTTPFields) -> Response {
        var own: HTTPFields = [.cacheControl: "no-cache", .eTag: app.entityTag.text]
        own[.contentSecurityPolicy] = Self.policy
        own[.referrerPolicy] = "no-referrer"
        // A page in another window, such as one that opened this one, has no access to it.
        own[.crossOriginOpenerPolicy] = "same-origin"
        if app.entityTag.isKnown(by: headers[.ifNoneMatch]) { return Response(status: .notModified, headers: own) }
        return Self.response(app.page, headers, own)
    }

    /// Returns the worker, which browsers compare with the one that they have.
    ///
    /// - Parameter headers: The headers of the request.
    /// - Returns: A response that caches must ask for again each time, or 404 if the app has no worker.
    package func worker(_ headers: HTTPFields) -> Response {
        var own: HTTPFields = [.cacheControl: "no-cache"]
        guard let worker = app.worker else { return Response(status: .notFound, headers: own) }
        own[.contentSecurityPolicy] = Self.workerPolicy
        return Self.response(worker, headers, own)
    }

    /// Returns a file.
    ///
    /// - Parameters:
    ///   - path: The path of the request, with the digest.
    ///   - headers: The headers of the request.
    /// - Returns: The file, or 404 for another version's file. The app then reloads the page once.
    package func file(_ path: String, _ headers: HTTPFields) -> Response {
        let prefix = app.prefix + "/"
        guard path.hasPrefix(prefix), let file = app.files[String(path.dropFirst(prefix.count))] else {
            return Response(status: .notFound, headers: [.cacheControl: "no-store"])
        }
        return Self.response(file, headers, [.cacheControl: Self.fileCaching])
    }

    private static func response(_ file: WebAppFiles.File, _ request: HTTPFields, _ own: HTTPFields) -> Response {
        var headers = own
        headers[.contentType] = file.mediaType
        headers[.xContentTypeOptions] = "nosniff"
        headers[.vary] = "Accept-Encoding"
        guard let gzip = file.gzip, Gzip.isAccepted(by: request[.acceptEncoding]) else {
            guard let plain = file.plain else { return Response(status: .serviceUnavailable, headers: headers) }
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: plain))
        }
        headers[.contentEncoding] = "gzip"
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: gzip))
    }
}

extension HTTPField.Name {
    fileprivate static let crossOriginOpenerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy") ?? .eTag
}
