internal import Catalog
internal import DASH

extension ReadBack {
    /// What is wrong with the manifest for DASH, when there is one.
    func manifestProblems(of package: PackageDocument) throws -> [String] {
        guard package.playlists.contains(where: { $0.path == PackageLayout.manifest }) else { return [] }
        let bytes = try read(PackageLayout.manifest)
        let problems: [String]
        do throws(MPDError) {
            problems = ManifestCheck(try MPD(bytes), of: package).problems
        } catch {
            problems = ["\(error)"]
        }
        return problems.map { "\(PackageLayout.manifest): \($0)" }
    }
}
