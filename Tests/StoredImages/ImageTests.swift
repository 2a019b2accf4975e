import Contracts
import Foundation
import Fuzzing
import SeededRandom
import StoredImages
import TestSupport
import Testing

@Suite struct ImageTests {
    private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Corpus")
    /// All accepted images of the corpus, made with Pillow, with `SECRET…` in every kind of metadata.
    private static let names = [
        "rgb.png", "rgba.png", "palette.png", "grey.png", "animated.png", "photo.jpeg", "progressive.jpeg",
        "grey.jpeg", "cmyk.jpeg", "restart.jpeg", "lossy.webp", "alpha.webp", "lossless.webp", "plain.webp",
    ]

    private static func file(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: corpus.appending(path: name)))
    }

    private func holds(_ bytes: [UInt8], _ text: String) -> Bool { Data(bytes).range(of: Data(text.utf8)) != nil }

    @Test(arguments: names)
    func `a cleaned picture keeps its format and size and loses its metadata`(_ name: String) throws {
        let file = try Self.file(name)
        let image = try Image(cleaning: file)
        #expect(name.hasSuffix(image.format.rawValue))
        let isOf24 = (image.width, image.height) == (24, 16)
        let isSquare = image.width == image.height && [40, 64].contains(image.width)
        #expect(isOf24 || isSquare)
        #expect(!holds(image.bytes, "SECRET"))
        #expect(image.bytes.count <= file.count)
        let again = try Image(cleaning: image.bytes)
        #expect(again == image)
    }

    @Test(arguments: ["rgb.png", "photo.jpeg", "progressive.jpeg", "lossy.webp", "lossless.webp"])
    func `the orientation is kept, in a new Exif block`(_ name: String) throws {
        let file = try Self.file(name)
        let own = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0] as [UInt8]
        let image = try Image(cleaning: file)
        #expect(holds(file, "SECRETCAMERA"))
        #expect(Data(image.bytes).range(of: Data(own)) != nil)
    }

    @Test(arguments: [("rgb.png", "iCCP"), ("photo.jpeg", "ICC_PROFILE"), ("lossy.webp", "ICCP")])
    func `the colour profile is kept`(_ name: String, _ part: String) throws {
        #expect(holds(try Image(cleaning: try Self.file(name)).bytes, part))
    }

    @Test(arguments: names)
    func `bytes after the end are dropped`(_ name: String) throws {
        let file = try Self.file(name)
        let clean = try Image(cleaning: file)
        let longer = try Image(cleaning: file + Array("<script>SECRET</script>".utf8))
        #expect(longer == clean)
    }

    @Test(arguments: names)
    func `a truncated file is refused, wherever it ends`(_ name: String) throws {
        let file = try Image(cleaning: try Self.file(name)).bytes
        for count in 0..<file.count {
            #expect(throws: ImageError.self, "\(count) bytes") { try Image(cleaning: Array(file.prefix(count))) }
        }
    }

    @Test(arguments: names)
    func `flipped bits cause no trap, and an accepted file is clean and stable`(_ name: String) throws {
        let file = try Self.file(name)
        var accepted = 0
        for bit in 0..<(8 * file.count) {
            var damaged = file
            damaged[bit / 8] ^= 1 << (bit % 8)
            guard let image = try? Image(cleaning: damaged) else { continue }
            accepted += 1
            let again = try? Image(cleaning: image.bytes)
            #expect(again == image, "bit \(bit)")
            #expect(image.width <= 8_192 && image.height <= 8_192, "bit \(bit)")
            #expect(!holds(image.bytes, "SECRETXMP"), "bit \(bit)")
        }
        #expect(accepted > 0 || name.hasSuffix("png"))
    }

    @Test func `mutated files cause no trap`() throws {
        let seed = testSeed("IMAGES")
        for ending in ["png", "jpeg", "webp"] {
            var mutator = try Mutator(Self.corpus, ending, seed: seed)
            var random = SeededGenerator(seed: seed)
            for _ in 0..<4_000 {
                var file = mutator.next()
                // Readers often fail on wrong lengths.
                for _ in 0..<Int.random(in: 0...3, using: &random) where file.count > 20 {
                    let position = Int.random(in: 0..<file.count - 4, using: &random)
                    let number = [0, 1, 0xFF, 0x7F, 0x80].randomElement(using: &random) ?? 0
                    for offset in 0..<4 { file[position + offset] = UInt8(number) }
                }
                guard let image = try? Image(cleaning: file) else { continue }
                let again = try? Image(cleaning: image.bytes)
                #expect(again == image, "seed \(seed)")
            }
        }
    }

    @Test(arguments: ["animated.webp"])
    func `animated pictures are refused with a message`(_ name: String) throws {
        let error = #expect(throws: ImageError.self) { try Image(cleaning: try Self.file(name)) }
        guard case .unsupported = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `the first picture of an animated PNG is kept`() throws {
        let image = try Image(cleaning: try Self.file("animated.png"))
        for part in ["acTL", "fcTL", "fdAT"] { #expect(!holds(image.bytes, part)) }
    }

    @Test(arguments: ["", "GIF89a", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "\u{FF}\u{D8}", "RIFF....WAVE"])
    func `other files are refused`(_ text: String) {
        #expect(throws: ImageError.unknownFormat) { try Image(cleaning: Array(text.utf8)) }
    }

    @Test(arguments: ["rgb.png", "photo.jpeg", "plain.webp", "lossless.webp"])
    func `a picture with too many pixels is refused by its header alone`(_ name: String) throws {
        let file = try Self.file(name)
        let (side, area) = (ImageLimits(sideMax: 23), ImageLimits(pixelsMax: 24 * 16 - 1))
        for limits in [side, area] {
            let error = #expect(throws: ImageError.self) { try Image(cleaning: file, limits: limits) }
            guard case .tooManyPixels(24, 16, _, _) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
        let bytes = ImageLimits(bytesMax: file.count - 1)
        #expect(throws: ImageError.tooManyBytes(max: file.count - 1)) { try Image(cleaning: file, limits: bytes) }
        _ = try Image(cleaning: file, limits: ImageLimits(bytesMax: file.count, sideMax: 24, pixelsMax: 24 * 16))
    }

    @Test func `a header with huge dimensions is refused before anything after it is read`() {
        let bomb: [UInt8] =
            [0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8, 0xFF, 0xFF, 0xFF, 0xFF, 3] + Array(repeating: 0, count: 9)
        #expect(
            throws: ImageError.tooManyPixels(width: 65_535, height: 65_535, sideMax: 8_192, pixelsMax: 40_000_000)
        ) { try Image(cleaning: bomb) }
    }
}
