package import Storage

extension AuthSchema {
    private static let secret = ExportTable.Form.withheld("a fingerprint of a secret, which the user has or knows")

    /// What people are told of their account.
    package static let export = ExportSource(
        accountTables + mailTables,
        passedOver: [
            "refresh_token": "fingerprints of secrets, and when each was used; the session tells when it last was",
            "login_failure": "counted under a fingerprint of the address for a quarter of an hour, account or not",
            "mail_request": "counted under fingerprints for an hour, account or not",
            "signing_key": "a secret, of nobody",
            "pending_erasure": "only of people who have left",
        ]
    )

    private static let accountTables = [
        ExportTable(
            "account",
            as: "account",
            condition: "id = ?1",
            key: ["id"],
            columns: [
                "id": .plain, "email": .plain, "name": .plain, "password_hash": secret,
                "created_at": .secondsSince1970,
            ]
        ),
        ExportTable(
            "account_role",
            as: "roles",
            condition: "account_id = ?1",
            key: ["role"],
            columns: ["account_id": .owner, "role": .plain]
        ),
        ExportTable(
            "session",
            as: "sessions",
            condition: "account_id = ?1",
            key: ["id"],
            columns: [
                "id": .plain, "account_id": .owner, "created_at": .secondsSince1970, "used_at": .secondsSince1970,
                "device": .plain,
            ]
        ),
        ExportTable(
            "export",
            as: "exports",
            condition: "account_id = ?1",
            key: ["id"],
            columns: [
                "id": .plain, "account_id": .owner, "session_id": .plain, "created_at": .secondsSince1970,
                "downloads": .plain,
            ]
        ),
    ]

    private static let mailTables = [
        ExportTable(
            "mail_outbox",
            as: "mailToSend",
            condition: "account_id = ?1",
            key: ["id"],
            columns: [
                "id": .plain, "account_id": .owner, "kind": .plain, "recipient": .plain, "attempts": .plain,
                "due_at": .secondsSince1970,
            ]
        ),
        ExportTable(
            "mail_token",
            as: "confirmations",
            condition: "account_id = ?1",
            // The primary key is the fingerprint, which is not told.
            key: ["rowid"],
            columns: [
                "hash": secret, "account_id": .owner, "purpose": .plain, "email": .plain,
                "expires_at": .secondsSince1970,
            ]
        ),
    ]
}
