import Contracts
import Diary
import Foundation
import ImageUploads
import Storage
import StoredImages
import TestSupport
import Testing

extension EntryImageTests {
    @Test func `images and unfinished uploads are exported, and erased in batches with the account`() async throws {
        try await DiaryFixture.use { diary in
            let (stays, half) = (UserID.make(), UserID.make())
            for user in [diary.user, stays] {
                try await upload(diary, try await diary.add(quick(kcal: 1), as: user).id, as: user)
            }
            let page = ImageUploadPage<EntryImages>(
                upload: .make(),
                page: 0,
                base64: Data("half a picture".utf8).base64EncodedString()
            )
            _ = try await diary.service.images.storePage(page, diary.context(half))
            let people = try await diary.store.people(after: nil, limit: 10, of: DiarySchema.erasure)
            #expect(Set(people) == [diary.user, stays, half])
            let export = try await diary.store.exportPage(ExportPage(), of: diary.user, DiarySchema.export).text
            for title in ["\"images\"", "\"imagePages\""] { #expect(export.contains(title)) }
            #expect(!export.contains(stays.description))

            try await addLargeImages(diary)
            let first = try await diary.store.write { try EntryImageErasure.eraseBatch(of: diary.user, $0) }
            #expect((1...5).contains(first))
            for user in [diary.user, half] {
                let event = try diary.fact(AccountErased(), of: user)
                let page = Snapshot.Reply(epoch: "auth", sequence: 1, events: [event], next: nil)
                try await diary.store.apply(page, after: nil, DiarySchema.erasure)
            }
            #expect(try await diary.store.cleanUp())
            #expect(try await diary.store.rebuild())
            for user in [diary.user, half] {
                #expect(try !diary.directory.filesContain(user.description))
            }
            #expect(try !diary.directory.filesContain("half a picture"))
            #expect(try await rows(diary) == [1, 1, 0])
            let left = try await diary.day(as: stays).meals[1].entries[0].imageURL
            _ = try await diary.service.images.download(left)
        }
    }

    /// Inserts rows of images of a megabyte each.
    private func addLargeImages(_ diary: DiaryFixture) async throws {
        let user = diary.user.description
        try await diary.store.write { transaction in
            for number in 0..<20 {
                _ = try transaction.execute(
                    """
                    INSERT INTO image (entry, id, content_type, width, height, bytes)
                    VALUES (?, ?, 'image/png', 1, 1, 1048576)
                    """,
                    ["\(user)/\(number)", "\(number)"]
                )
            }
        }
    }
}
