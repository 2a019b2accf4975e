extension PrivacyText {
    static func english(_ periods: RetentionPeriods) -> PrivacyText {
        PrivacyText(
            title: "What Mealwire stores about you",
            introduction: """
                This server counts calories. For that, it stores what you enter about yourself and what you ate; some of \
                this is data about your health. It stores the data because you asked it to. It shows no advertisements, \
                tracks no users, and tells others nothing about you.
                """,
            operatorIs: "This server is run by",
            contactIs: "You reach them at",
            operatorIsUnknown: """
                The operator of this server has not been entered here. Ask the person that gave you its address.
                """,
            sections: [
                englishPlaces, englishTimes(periods), englishReaders, englishProtection, englishRights(periods),
            ]
        )
    }

    private static let englishPlaces = Section(
        heading: "What is stored, and where",
        paragraphs: ["Every part of the server has a database of its own, all on the operator's machine:"],
        items: [
            """
            Account: your e-mail address, your name, the language of mail to you, your password as a hash from which it \
            cannot be read, when and on which devices you signed in, and mail that waits to be sent to you.
            """,
            """
            Profile: what you enter about yourself, such as sex, birth date, height, weight, goal and habits, the \
            targets calculated from it, and the ids of measurements that you removed.
            """,
            """
            Diary: what you log day by day with its pictures, the totals of each day, what you drank, your notes, which \
            days you marked as complete, the foods in your cart, your favourite foods, your meal plans with their shopping lists, your targets, the weight and the exercise of each day, and the ids of entries that you \
            removed, so that your other devices remove them too.
            """,
            """
            Food catalog: foods that all users see, and your own foods and recipes with their pictures, which no other \
            user sees unless you share them; pictures of foods that you removed, because your diary shows them to you; \
            your reports of wrong foods, which staff read without your name. It does not record searches.
            """,
            """
            Leaderboard: your name, whether you share, for each day how much you logged against your target, and the \
            scores calculated from it; what you ate on the last days, if you share that; your groups, their challenges \
            and your results in them.
            """,
            """
            Browsers: a cookie that keeps you signed in, where you asked for one, and no others.
            """,
        ]
    )

    private static func englishTimes(_ periods: RetentionPeriods) -> Section {
        Section(
            heading: "How long it is stored",
            paragraphs: ["What you entered stays until you change it, remove it or delete your account. In addition:"],
            items: [
                "A device that is not used is signed out after \(periods.sessionDays) days.",
                "The ids of entries and measurements that you removed are stored for \(periods.removalDays) days.",
                """
                A diary file that you import is stored until it is in your diary, and for \(periods.importMinutes) \
                minutes at most.
                """,
                "Changes that the parts of the server send each other are stored for \(periods.eventDays) days.",
                """
                The answer to a change is stored for \(periods.answerHours) hours, so that the change is not made twice \
                when your connection breaks.
                """,
                """
                Wrong passwords are counted for \(periods.guessMinutes) minutes and requests for mail for \
                \(periods.mailRequestMinutes) minutes, under hashes instead of addresses.
                """,
                """
                Mail is stored until it is sent, and deleted after \(periods.mailAttempts) failed attempts. A link in it \
                is valid for \(periods.mailLinkMinutes) minutes.
                """,
                """
                An export can be downloaded for \(periods.exportMinutes) minutes. It is assembled while you download \
                it, and never stored.
                """,
                """
                The server's log records what the server did. It contains no names, e-mail addresses, foods or \
                measurements. For sign-ins, new accounts and wrong passwords, it contains the network address and the \
                random ids of the account and the session.
                """,
                """
                Backups are made by the operator; ask them how long these are stored. Deleted accounts are erased again as \
                soon as a backup is restored.
                """,
            ]
        )
    }

    private static let englishReaders = Section(
        heading: "Access to your data",
        items: [
            "You, when you are signed in.",
            """
            The operator, because they control the machine. They cannot read your password, but everything else.
            """,
            """
            Other users of this server, if you share on the leaderboard: your name, your picture and your results, day \
            by day, and what you ate on the last seven days, with pictures, if you share that too. You can end both at \
            any time in your profile.
            """,
            """
            Members of your groups: your name and since when you are a member, even if you share nothing; your results \
            only if you share them. You can leave a group at any time.
            """,
            """
            Open Food Facts and Edamam, if the operator has switched them on: the words or the barcode that you search \
            for there, and the language, sent by the server, never your identity. A barcode is searched for there when \
            this server does not know it. Pictures of their foods are on their servers: this server fetches them for \
            you, so they do not see your network address. An app that loads them itself reveals it.
            """,
            "No others. Mail to you is delivered like all other mail.",
        ]
    )

    private static let englishProtection = Section(
        heading: "How it is protected",
        items: [
            """
            On the way: the connection to this server is encrypted if its address begins with https. Ask the operator if \
            it does not.
            """,
            """
            Passwords and keys: your password, your sessions and your tokens are stored as hashes. The secret of a second \
            factor is encrypted with a key that is not in the database.
            """,
            """
            On the machine: the databases are files that only the server itself and administrators of the machine can \
            open. Mealwire does not encrypt them. The operator can encrypt the disk below them; ask them whether it is.
            """,
            """
            Removed data: what you remove is overwritten in the database files soon afterwards.
            """,
            """
            Backups: the operator can seal them with a key. Without the key, a sealed backup cannot be read, and a changed \
            one is refused. Ask the operator whether backups are sealed, and where they are stored.
            """,
        ]
    )

    private static func englishRights(_ periods: RetentionPeriods) -> Section {
        Section(
            heading: "How to export or remove it",
            items: [
                "Look at it and correct it: in your profile and your diary.",
                """
                Take it with you: export everything in your account settings. You get one file that people and programs \
                can read, with everything that is listed above.
                """,
                """
                Have it removed: delete your account in the same place. Every part of the server erases its data about \
                you, within seconds if all of them run; this cannot be undone.
                """,
                """
                Foods that you shared stay in the diaries of users that logged them, with the food's name and nutrients \
                but without your name.
                """,
                "Ask, or complain: to the operator, and to the authority for data protection where you live.",
            ]
        )
    }
}
