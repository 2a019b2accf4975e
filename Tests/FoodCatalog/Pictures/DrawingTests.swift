import Contracts
import FoodCatalog
import Foundation
import TestSupport
import Testing

/// The rules of drawings, and the list that gives them to foods.
struct DrawingTests {
    private static let head = #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">"#

    private static func svg(_ content: String) -> String { "\(head)\(content)</svg>\n" }

    private func reason(_ text: String) -> String? {
        do throws(Drawing.Refusal) {
            _ = try Drawing(svg: Array(text.utf8))
            return nil
        } catch {
            return error.description
        }
    }

    @Test(arguments: [
        "<path d=\"M0 0h64\" fill=\"#fff\"/>",
        "<defs><linearGradient id=\"a\"><stop offset=\"0\"/></linearGradient></defs><g fill=\"url(#a)\"></g>",
        "<title>Onion on = a plate</title><style>.a{fill:red}</style><circle class=\"a\" r=\"2\"/>",
    ])
    func `a drawing of shapes, gradients and styles is accepted`(content: String) {
        #expect(reason(Self.svg(content)) == nil)
    }

    @Test(arguments: [
        ("<svg viewBox=\"0 0 64 64\"><path d=\"\"/></svg>", "it has no xmlns"),
        (svg("").replacing("0 0 64 64", with: "0 0 24 24"), "its viewBox"),
        ("<p>\(svg(""))</p>", "it is not one element svg"),
        ("<?xml version=\"1.0\"?>\(svg(""))", "it is not one element svg"),
        (svg("<script>alert(1)</script>"), "it contains script"),
        (svg("<SCRIPT>alert(1)</SCRIPT>"), "it contains script"),
        (svg("<path onclick=\"alert(1)\"/>"), "it has an attribute onclick"),
        (svg("<path/onload=alert(1) />"), "it has an attribute onload"),
        (svg("<a xlink:href=\"#a\"/>"), "it contains href"),
        (svg("<foreignObject><p>a</p></foreignObject>"), "it has an element foreignobject"),
        (svg("<image/>"), "it has an element image"),
        (svg("<set/>"), "it has an element set"),
        (svg("<path fill=\"url(a.svg#b)\"/>"), "it refers to another file"),
        (svg("<path style=\"fill:url( 'https://x.example')\"/>"), "it contains //"),
        (svg("<style>@import 'a';</style>"), "it contains @import"),
        (svg("<!-- a -->"), "it contains <!"),
        (svg("&lt;"), "it contains &"),
        (svg("<path d=\"\(String(repeating: "M0 0", count: 1_024))\"/>"), "it has more than 4096 bytes"),
    ])
    func `a file that may run or load something is refused`(text: String, start: String) throws {
        #expect(try #require(reason(text)).hasPrefix(start))
    }

    @Test func `equal drawings have equal tags`() throws {
        let drawings = try ["<g/>", "<g/>", "<defs/>"].map { try Drawing(svg: Array(Self.svg($0).utf8)) }
        #expect(drawings[0].tag == drawings[1].tag)
        #expect(drawings[0].tag != drawings[2].tag)
        #expect(drawings[0].tag.utf8.count == 24)
    }

    private static let food = FoodID.make()

    /// Reads a list with the drawings `a`, `b` and `c`, and the broken one `d`.
    private func set(_ rows: [String], columns: String = "kind,key,drawing") throws -> DrawingSet {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        for name in ["a", "b", "c"] { _ = try directory.write("\(name).svg", Self.svg("<title>\(name)</title>")) }
        _ = try directory.write("d.svg", "<script/>")
        let list = try directory.write("drawings.csv", ([columns] + rows).joined(separator: "\n"))
        return try DrawingSet(list: URL(filePath: list), folder: URL(filePath: directory.path))
    }

    private func failure(_ rows: [String], columns: String = "kind,key,drawing") -> String? {
        do {
            _ = try set(rows, columns: columns)
            return nil
        } catch let failure as StarterCatalog.Failure {
            return failure.description
        } catch {
            return "another error: \(error)"
        }
    }

    @Test func `a food has its own drawing, else that of its category, else the general one`() throws {
        let drawings = try set(["default,,a", "food,\(Self.food),b", "category,\"Fruit, raw\",c"])
        func title(_ food: FoodID, _ category: String?) -> String? {
            let text = String(decoding: drawings.drawing(of: food, category: category).bytes, as: UTF8.self)
            return text.firstMatch(of: /<title>(.)/).map { String($0.1) }
        }
        #expect(title(Self.food, "Fruit, raw") == "b")
        #expect(title(.make(), "Fruit, raw") == "c")
        #expect(title(.make(), "Meat") == "a")
        #expect(title(.make(), nil) == "a")
    }

    @Test(arguments: [
        (["food,\(food),a"], "drawings.csv has no row default."),
        (["default,,a", "default,,b"], "Line 3 of drawings.csv is wrong: an earlier line has the same key."),
        (["default,x,a"], "Line 2 of drawings.csv is wrong: kind or key is wrong."),
        (["food,apple,a"], "Line 2 of drawings.csv is wrong: kind or key is wrong."),
        (["category,,a"], "Line 2 of drawings.csv is wrong: kind or key is wrong."),
        (["default,,../a"], "Line 2 of drawings.csv is wrong: drawing must be a name"),
        (["default,,x"], "Line 2 of drawings.csv is wrong: x.svg cannot be read"),
        (["default,,d"], "Line 2 of drawings.csv is wrong: d.svg is refused, because it is not one element svg"),
        (["default,a"], "Line 2 of drawings.csv is wrong: "),
    ])
    func `a wrong list stops the start with a sentence`(rows: [String], start: String) throws {
        #expect(try #require(failure(rows)).hasPrefix(start))
    }

    @Test func `a list with another header is refused`() throws {
        #expect(failure(["default,,a"], columns: "a,b,c") == "The first line of drawings.csv is not kind,key,drawing.")
        let doubled = failure(["default,,a"], columns: "a,a,c")
        #expect(doubled == "drawings.csv has two columns called a. Rename or remove one of them.")
    }
}

/// The bundled drawings.
struct BundledDrawingTests {
    private static let data = URL(filePath: StarterCatalog.bundled(""))

    private static func rows(_ file: String) throws -> [[String]] {
        let text = try String(contentsOf: data.appending(path: file), encoding: .utf8)
        // Drawing names and ids need no quotes, and categories are compared as a whole row.
        return text.split(separator: "\n").dropFirst().map { $0.split(separator: ",").map(String.init) }
    }

    @Test func `each file is a good drawing that the list names`() throws {
        let drawings = try DrawingSet()
        let named = Set(try Self.rows("drawings.csv").compactMap(\.last))
        let files = try FileManager.default.contentsOfDirectory(
            at: Self.data.appending(path: "drawings"),
            includingPropertiesForKeys: nil
        )
        #expect(!files.isEmpty)
        for file in files {
            #expect(file.pathExtension == "svg", "\(file.lastPathComponent)")
            #expect(named.contains(file.deletingPathExtension().lastPathComponent), "\(file.lastPathComponent)")
            _ = try Drawing(svg: Array(Data(contentsOf: file)))
        }
        #expect(drawings.drawing(of: .make(), category: nil).bytes.count > 0)
    }

    @Test func `a fruit named in the plural has the drawing of the fruit, not that of all fruits`() throws {
        let drawings = try DrawingSet()
        let csv = try Data(contentsOf: URL(filePath: StarterCatalog.bundledPath))
        let foods = try StarterCatalog(csv: Array(csv)).foods
        let apple = drawings.drawing(of: .make(), category: "Apples")
        for start in ["Apples, fuji", "Apples, gala", "Apples, raw, with skin"] {
            let food = try #require(foods.first { $0.name.hasPrefix(start) })
            #expect(drawings.drawing(of: food.id, category: food.category) == apple, "\(food.name)")
        }
    }

    @Test func `each healthy food has a drawing of its own, and each category of the starter one`() async throws {
        let drawings = try DrawingSet()
        try await CatalogFixture.useStarter { catalog in
            try await HealthyFoodFile.fill(catalog.store, from: HealthyFoodFile.bundledPath, logger: .silent)
            let request = CatalogHealthyList(limit: CatalogHealthyList.limits.upperBound)
            let healthy = try await catalog.service.listHealthyFoods(request, catalog.context).items
            #expect(healthy.count == 68)
            for food in healthy {
                let id = try #require(food.foodId)
                #expect(food.picture == FoodPicture.path(of: id))
                #expect(drawings.hasOwn(id), "\(food.name)")
            }
        }
        let csv = try Data(contentsOf: URL(filePath: StarterCatalog.bundledPath))
        let categories = Set(try StarterCatalog(csv: Array(csv)).foods.compactMap(\.category))
        #expect(categories.count > 100)
        for category in categories.sorted() { #expect(drawings.has(category: category), "\(category)") }
    }
}
