/// The page that explains how devices trust the certificate authority of a server.
enum TrustPage {
    /// Returns the page as HTML without scripts, styles or external resources.
    static func html(fingerprint: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>Trust this Mealwire server</title>
        </head>
        <body>
        <main>
        <h1>Trust this Mealwire server</h1>
        <p>This server encrypts its connections with a certificate that it has made itself. Your device shows a warning
        until it trusts the certificate authority of the server. You do this once for each device.</p>
        <p>The authority can certify only the names and the networks of this server. It cannot certify other web
        sites.</p>
        <ul>
        <li><a href="\(TrustPages.binaryPath)">Certificate for phones, Windows and macOS (DER)</a></li>
        <li><a href="\(TrustPages.textPath)">Certificate for Linux and Firefox (PEM)</a></li>
        </ul>
        <h2>Check the fingerprint first</h2>
        <p>Compare this fingerprint (SHA-256) with the one that your device shows. On the server,
        <code>mealwire certificates show</code> prints it, too. If they differ, do not trust the certificate.</p>
        <p><code>\(fingerprint)</code></p>
        \(sections.map(html).joined(separator: "\n"))
        <h2>Afterwards</h2>
        <p>Open the server by HTTPS. To undo this, remove the certificate at the place where you added it.</p>
        </main>
        </body>
        </html>

        """
    }

    private struct Section {
        let title: String
        let steps: [String]
    }

    private static func html(_ section: Section) -> String {
        let items = section.steps.map { "<li>\($0)</li>" }.joined(separator: "\n")
        return "<h2>\(section.title)</h2>\n<ol>\n\(items)\n</ol>"
    }

    private static let sections = [
        Section(
            title: "iPhone and iPad",
            steps: [
                "Open this page in Safari, and tap the certificate for phones. Allow the download.",
                "Open Settings. Tap “Profile Downloaded”, or General, “VPN &amp; Device Management”. Install the profile.",
                "This is not enough: open Settings, General, About, “Certificate Trust Settings” at the end of the list. "
                    + "Switch on full trust for the Mealwire certificate.",
            ]
        ),
        Section(
            title: "Android",
            steps: [
                "Download the certificate for phones.",
                "Open Settings and search for “CA certificate”. It is under Security, “Encryption and credentials”, "
                    + "“Install a certificate”.",
                "Choose “CA certificate”, confirm the warning, and choose the file.",
                "Firefox for Android: open Settings, “About Firefox”, tap the logo five times, then open “Secret Settings” "
                    + "and switch on “Use third party CA certificates”.",
            ]
        ),
        Section(
            title: "macOS",
            steps: [
                "Download the certificate for macOS and open it. Keychain Access adds it to the keychain “login”.",
                "Double-click it there, open “Trust”, and set “When using this certificate” to “Always Trust”.",
            ]
        ),
        Section(
            title: "Windows",
            steps: [
                "Download the certificate for Windows and open it. Choose “Install Certificate”, then “Current User”.",
                "Choose “Place all certificates in the following store”, and “Trusted Root Certification Authorities”.",
            ]
        ),
        Section(
            title: "Linux",
            steps: [
                "Debian and Ubuntu: save the PEM file as <code>/usr/local/share/ca-certificates/mealwire.crt</code>, and run "
                    + "<code>sudo update-ca-certificates</code>.",
                "Fedora: save it in <code>/etc/pki/ca-trust/source/anchors/</code>, and run "
                    + "<code>sudo update-ca-trust</code>.",
                "Chromium has a list of its own: open Settings, Privacy and security, Security, “Manage certificates”, "
                    + "“Authorities”, and import the file.",
            ]
        ),
        Section(
            title: "Firefox on a computer",
            steps: [
                "Open Settings, Privacy &amp; Security, “View Certificates”, “Authorities”, and import the PEM file.",
                "Switch on “Trust this CA to identify websites”.",
            ]
        ),
    ]
}
