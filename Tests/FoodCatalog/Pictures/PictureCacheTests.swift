import FoodCatalog
import Testing

/// The cache of fetched pictures, without a network.
struct PictureCacheTests {
    private static let size = 10_000

    private func picture(_ byte: UInt8 = 1) -> RemotePicture {
        RemotePicture(contentType: "image/png", bytes: Array(repeating: byte, count: Self.size))
    }

    @Test func `a picture expires later than a failure`() {
        var cache = PictureCache()
        cache.insert(picture(), at: "a", now: 0)
        cache.insert(nil, at: "b", now: 0)
        #expect(cache.picture(at: "a", now: 1) == .some(picture()))
        #expect(cache.picture(at: "b", now: 1) == .some(nil))
        #expect(cache.picture(at: "c", now: 1) == nil)
        #expect(cache.picture(at: "b", now: PictureCache.failureLifetimeNanoseconds) == nil)
        #expect(cache.picture(at: "a", now: PictureCache.failureLifetimeNanoseconds) == .some(picture()))
        #expect(cache.picture(at: "a", now: PictureCache.lifetimeNanoseconds) == nil)
        #expect((cache.count, cache.bytes) == (0, 0))
    }

    @Test func `the picture that was used least recently makes room`() {
        var cache = PictureCache(bytesMax: 3 * (Self.size + PictureCache.slotBytes))
        for name in ["a", "b", "c"] { cache.insert(picture(), at: name, now: 0) }
        _ = cache.picture(at: "a", now: 1)
        cache.insert(picture(), at: "d", now: 1)
        #expect(cache.picture(at: "b", now: 1) == nil)
        for name in ["a", "c", "d"] { #expect(cache.picture(at: name, now: 1) == .some(picture())) }
    }

    @Test func `the limit holds for pictures, for failures, and for a picture that replaces another`() {
        let max = 5 * Self.size
        var cache = PictureCache(bytesMax: max)
        for number in 0..<200 {
            cache.insert(number.isMultiple(of: 3) ? nil : picture(), at: "\(number % 50)", now: 0)
            #expect(cache.bytes <= max)
        }
        #expect(cache.count > 1)
    }

    @Test func `a picture larger than the cache is not kept`() {
        var cache = PictureCache(bytesMax: Self.size)
        cache.insert(picture(), at: "a", now: 0)
        #expect(cache.picture(at: "a", now: 0) == nil)
        #expect(cache.bytes == 0)
    }
}
