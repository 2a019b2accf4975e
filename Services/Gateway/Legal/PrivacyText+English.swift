import Contracts

extension PrivacyText {
    static func english(_ figures: RetentionFigures) -> PrivacyText {
        PrivacyText(
            title: "What Mealwire keeps about you",
            introduction: """
                This server counts calories. For that it keeps what you tell it about yourself and what you ate, some of \
                which is data about your health. It keeps it because you asked it to, shows no advertisements, watches \
                nobody, and tells others nothing about you.
                """,
            operatorIs: "This server is run by",
            contactIs: "You reach them at",
            operatorIsUnknown: """
                Who runs this server has not been entered here. Ask whoever gave you its address.
                """,
            sections: [englishPlaces, englishTimes(figures), englishReaders, englishRights(figures)]
        )
    }

    private static let englishPlaces = Section(
        heading: "What is kept, and where",
        paragraphs: ["Every part of the server has a database of its own, all on the operator's machine:"],
        items: [
            """
            Account: your e-mail address, your name, your password as a fingerprint from which it cannot be read, when \
            and on which devices you signed in, and mail that waits to be sent to you.
            """,
            """
            Profile: what you enter about yourself, such as sex, birth date, height, weight, goal and habits, and the \
            targets that follow from it.
            """,
            """
            Diary: what you log day by day with its pictures, what each day adds up to, what you drank, your notes, the \
            foods that you gathered to log, your targets, the weight and the exercise of each day, and the numbers of \
            entries that you removed, from which your other devices learn of it.
            """,
            """
            Food catalogue: foods that everybody sees, and your own foods and recipes with their pictures, which nobody \
            else sees unless you share them. It notes nothing about who looks for which.
            """,
            """
            Leaderboard: your name, whether you share, for each day how much you logged against your target, and the \
            scores that follow from it; what you ate on the last days, if you share that; your groups, their \
            challenges and how you did in them.
            """,
            """
            Browsers: a cookie that keeps you signed in, where you asked for one, and no others.
            """,
        ]
    )

    private static func englishTimes(_ figures: RetentionFigures) -> Section {
        Section(
            heading: "For how long",
            paragraphs: ["What you entered stays until you change it, remove it or leave. Besides:"],
            items: [
                "A device that is not used is signed out after \(figures.sessionDays) days.",
                "The numbers of entries that you removed from your diary are kept for \(figures.removalDays) days.",
                """
                A file of a diary that you import is kept until it is in your diary, and for \(figures.importMinutes) \
                minutes at most.
                """,
                "Changes that the parts of the server tell each other are kept for \(figures.eventDays) days.",
                """
                What was answered to a change is kept for \(figures.answerHours) hours, so that it is not made twice when \
                your connection breaks.
                """,
                """
                Wrong passwords are counted for \(figures.guessMinutes) minutes and requests for mail for \
                \(figures.mailRequestMinutes) minutes, under fingerprints instead of addresses.
                """,
                """
                Mail is kept until it is sent, and forgotten after \(figures.mailAttempts) attempts in vain. A link in it \
                is good for \(figures.mailLinkMinutes) minutes.
                """,
                """
                An export can be downloaded for \(figures.exportMinutes) minutes. It is put together while you download \
                it, and never stored.
                """,
                """
                The server's log says what the server did. It has no names, e-mail addresses, food or measurements in \
                it. Of sign-ins, new accounts and wrong passwords it has the network address and the random numbers of the \
                account and the session.
                """,
                """
                Backups are the operator's; ask them how long they keep these. Whoever has left is erased again as soon \
                as a backup is put back.
                """,
            ]
        )
    }

    private static let englishReaders = Section(
        heading: "Who can see it",
        items: [
            "You, when you are signed in.",
            """
            The operator, who has the machine. They cannot read your password, but everything else.
            """,
            """
            Other people of this server, if you share on the leaderboard: your name and how you do, day by day, and what \
            you ate on the last seven days, if you share that too. You can end both at any time in your profile.
            """,
            """
            Whoever is in a group with you: your name and since when you are in it, also if you share nothing; how you do \
            only if you share. You can leave a group at any time.
            """,
            """
            Open Food Facts and Edamam, if the operator has switched them on: the words or the barcode that you look for \
            there, and the language, sent by the server, never who you are. A barcode is looked for there when this server \
            does not know it. Pictures of their foods lie with them: your device loads these itself, so they see its \
            network address.
            """,
            "Nobody else. Mail to you goes the way that all mail goes.",
        ]
    )

    private static func englishRights(_ figures: RetentionFigures) -> Section {
        Section(
            heading: "How to take it away",
            items: [
                "Look at it and correct it: in your profile and your diary.",
                """
                Take it with you: export everything in your account settings. You get one file that people and programs \
                can read, with everything that is named above.
                """,
                """
                Have it removed: delete your account in the same place. Every part of the server erases what it has \
                about you, within seconds where all of them run; it cannot be undone.
                """,
                """
                What others logged of a food that you shared stays in their diaries, with the food's name and nutrients and \
                without yours.
                """,
                "Ask, or complain: to the operator, and to the authority for data protection where you live.",
            ]
        )
    }
}
