import Gateway
import HTTPTypes
import Hummingbird
import NIOCore
import TestSupport
import Testing

@Suite struct WebAppTests {
    private static let page = """
        <link rel="stylesheet" href="/app/DIGEST/base.css">
        <!-- PRELOAD -->
        <script type="module" src="/app/DIGEST/app.js"></script>
        """

    private static func contents(_ more: [String: String] = [:]) -> [String: [UInt8]] {
        let texts = [
            "index.html": page,
            "app.js": "import { a } from \"./core/a.js\";\nconst later = () => import(\"./views/late.js\");\n",
            "core/a.js": "/** Says a. */\nimport \"../core/b.js\";\nexport const a = 1;\n",
            "core/b.js": "import { a } from \"./a.js\";\n",
            "views/late.js": "export {};\n",
            "base.css": String(repeating: "body { margin: 0; }\n", count: 50),
            "worker.js": "const APP = \"/app/DIGEST\";\n// Files.\nconst FILES = { \"FILES\": \"\" };\n",
            "types.d.ts": "export type A = 1;\n",
        ].merging(more) { $1 }
        return texts.mapValues { Array($0.utf8) }
    }

    private static func text(_ file: WebAppFiles.File?) -> String {
        file?.plain.map { String(buffer: $0) } ?? ""
    }

    @Test func `the page names the digest and the modules that it needs at once`() throws {
        let app = try WebAppFiles(Self.contents())
        let page = Self.text(app.page)
        #expect(!page.contains("DIGEST"))
        #expect(page.contains("href=\"\(app.prefix)/base.css\""))
        let links = page.split(separator: "\n").filter { $0.contains("modulepreload") }
        #expect(links.count == 3)
        #expect(page.contains("href=\"\(app.prefix)/core/b.js\""))
        #expect(!page.contains("late.js"))
    }

    @Test func `the digest changes with any file, and only then`() throws {
        let digest = try WebAppFiles(Self.contents()).digest
        #expect(try WebAppFiles(Self.contents()).digest == digest)
        #expect(try WebAppFiles(Self.contents(["base.css": "body {}"])).digest != digest)
        #expect(try WebAppFiles(Self.contents(["new.css": ""])).digest != digest)
    }

    @Test func `files for developers are not served`() throws {
        let app = try WebAppFiles(Self.contents())
        #expect(app.files["types.d.ts"] == nil)
        #expect(app.files["index.html"] == nil)
        #expect(app.files["core/a.js"]?.mediaType == "text/javascript; charset=utf-8")
    }

    @Test func `the style sheets of a folder are one file, in the order of their names`() throws {
        let sheets = [
            "styles/a/20-b.css": "b {}\n", "styles/a/10-a.css": "a {}\n", "styles/c.css": "c {}\n",
            "modules/d/styles/20-b.css": "b {}\n", "modules/d/styles/10-a.css": "a {}\n",
            "modules/e/styles.css": "e {}\n",
        ]
        let app = try WebAppFiles(Self.contents(sheets))
        #expect(Self.text(app.files["styles/a.css"]) == "a {}\nb {}\n")
        #expect(Self.text(app.files["styles/c.css"]) == "c {}\n")
        #expect(Self.text(app.files["modules/d/styles.css"]) == "a {}\nb {}\n")
        #expect(Self.text(app.files["modules/e/styles.css"]) == "e {}\n")
        #expect(app.files["styles/a/10-a.css"] == nil)
        let listed = Self.text(app.worker).split(separator: "\"").filter { $0.hasPrefix("styles/") }
        #expect(listed == ["styles/a.css", "styles/c.css"])
    }

    @Test func `a folder without the page is refused with a sentence`() {
        #expect(throws: WebAppFiles.Failure.self) { try WebAppFiles(["app.js": []]) }
    }

    @Test func `comments, indentation and empty lines are removed, and nothing else`() {
        let text = """
            /**
             * A module.
             */
            const a = "/* no comment */";

              // A line.
              const b = /** @type {any} */ (a); /* stays */
            /* one line */
            /** @type {any} */ (b).c = `
              x // y`;
            """
        let expected = """
            const a = "/* no comment */";
            const b = /** @type {any} */ (a); /* stays */
            /** @type {any} */ (b).c = `
            x // y`;

            """
        #expect(WebAppText.withoutComments(text) == expected)
    }

    @Test func `a file is cached for a year, and compressed for clients that accept it`() throws {
        let app = try WebAppFiles(Self.contents())
        let routes = WebAppRoutes(app)
        let plain = routes.file("\(app.prefix)/base.css", [:])
        #expect(plain.status == .ok)
        #expect(plain.headers[.cacheControl] == "public, max-age=31536000, immutable")
        #expect(plain.headers[.contentEncoding] == nil)
        #expect(plain.headers[.vary] == "Accept-Encoding")
        let packed = routes.file("\(app.prefix)/base.css", [.acceptEncoding: "br, gzip;q=0.8"])
        #expect(packed.headers[.contentEncoding] == "gzip")
        #expect(packed.headers[.contentType] == "text/css; charset=utf-8")
        #expect((packed.body.contentLength ?? 0) < (plain.body.contentLength ?? 0))
    }

    @Test func `a gzip body has the magic number and the length of its content`() throws {
        let bytes = Array(String(repeating: "mealwire ", count: 100).utf8)
        let packed = try #require(Gzip.encode(bytes))
        #expect(packed.prefix(2) == [0x1f, 0x8b])
        #expect(packed.suffix(4) == [UInt8(bytes.count & 0xff), UInt8(bytes.count >> 8), 0, 0])
        #expect(Gzip.encode([]) != nil)
        #expect(Gzip.decode(packed, size: bytes.count) == bytes)
        #expect(Gzip.decode(packed, size: bytes.count - 1) == nil)
        #expect(Gzip.decode(Array(packed.dropLast()), size: bytes.count) == nil)
    }

    @Test func `the worker names the digest and all files, and is asked for each time`() throws {
        let app = try WebAppFiles(Self.contents())
        let text = Self.text(app.worker)
        let listed = try app.files.keys.sorted().map { "\"\($0)\":\"\(try #require(app.files[$0]).hash)\"" }
        #expect(text == "const APP = \"\(app.prefix)\";\nconst FILES = {\(listed.joined(separator: ","))};\n")
        #expect(app.files["worker.js"] == nil)
        #expect(!text.contains("worker.js"))
        let response = WebAppRoutes(app).worker([:])
        #expect(response.headers[.cacheControl] == "no-cache")
        #expect(response.headers[.contentSecurityPolicy] == "default-src 'none'; connect-src 'self'")
    }

    @Test func `the hash of a file is the start of the SHA-256 of what is sent`() throws {
        let app = try WebAppFiles(Self.contents(["empty.svg": "", "a.js": "// A comment.\n", "b.js": "\n"]))
        for path in ["empty.svg", "a.js", "b.js"] { #expect(app.files[path]?.hash == "e3b0c44298fc", "\(path)") }
        let other = try WebAppFiles(Self.contents(["core/b.js": "export {};\n"]))
        let changed = other.files.filter { app.files[$0.key]?.hash != $0.value.hash }
        #expect(Array(changed.keys) == ["core/b.js"])
    }

    @Test func `the gateway has the listed files besides the table of routes, and no other path`() throws {
        let app = try WebAppFiles(Self.contents())
        let listed = try Set(ListedRoute.all(logger: .silent).map(\.path))
        let paths = try Set(IdleGateway.router(logger: .silent, webApp: app).routes.map(\.path.description))
        #expect(paths.subtracting(listed) == Set(WebAppRoutes.paths))
        #expect(listed.isDisjoint(with: WebAppRoutes.paths))
        #expect(Set(WebAppRoutes.paths).count == WebAppRoutes.paths.count)
    }

    @Test func `a file of another version, and one outside of the folder, is not found`() throws {
        let app = try WebAppFiles(Self.contents())
        let routes = WebAppRoutes(app)
        for path in [
            "/app/other/base.css", "\(app.prefix)/../base.css", "\(app.prefix)/", "/app/", "\(app.prefix)/index.html",
        ] {
            let response = routes.file(path, [:])
            #expect(response.status == .notFound, "\(path)")
            #expect(response.headers[.cacheControl] == "no-store", "\(path)")
        }
    }

    @Test func `the page is asked for each time, under one strict policy`() throws {
        let app = try WebAppFiles(Self.contents())
        let routes = WebAppRoutes(app)
        let response = routes.page([:])
        #expect(response.headers[.cacheControl] == "no-cache")
        let policy = try #require(response.headers[.contentSecurityPolicy])
        #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'"))
        #expect(policy.hasSuffix("require-trusted-types-for 'script'; trusted-types mealwire"))
        #expect(!policy.contains("unsafe"))
        let again = routes.page([.ifNoneMatch: "W/\(app.entityTag.text)"])
        #expect(again.status == .notModified)
        #expect(routes.page([.ifNoneMatch: "\"other\""]).status == .ok)
    }

    @Test(arguments: [
        ("gzip", true), ("br, GZIP", true), ("gzip;q=0.5", true), ("gzip;q=0", false), ("gzip; q=0.0", false),
        ("br", false), ("", false),
    ])
    func `gzip is sent only where it is accepted`(header: String, isAccepted: Bool) {
        #expect(Gzip.isAccepted(by: header) == isAccepted)
    }

    @Test func `the bundled app has its page, its entry and its languages`() throws {
        let app = try WebAppFiles.bundled()
        #expect(Self.text(app.worker).contains("\"app.js\""))
        let styles = ["styles/app.css", "modules/progress/styles.css", "modules/more/styles.css"]
        for path in styles + ["app.js", "icons.svg", "i18n/en.json", "i18n/uk.json", "i18n/th.json"] {
            #expect(app.files[path] != nil, "\(path)")
        }
        #expect(!Self.text(app.page).contains("PRELOAD"))
    }
}
