import Foundation

/// The web app, as files beside the executable that serves it.
package enum WebApp {
    /// The path of the folder with the app's page and its other files, in the bundle of this module.
    package static var directory: String { Bundle.module.bundleURL.appending(path: "Web").path }
}
