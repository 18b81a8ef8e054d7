internal import Catalog
internal import Platform
internal import Player
internal import Signing

/// Everything that is done with one subject: a trial in each form, and one of its cache in trouble.
final class SubjectTrial {
    private let subject: Subject
    private let stage: Stage
    private let forms: [CarriageForm]
    private let root: String
    private let folder: String
    private var package: ClaimRow?
    private var trials: [Trial] = []
    private var disk: DiskTrial?
    private var stop: TrialStop?

    /// - Parameters:
    ///   - forms: how tokens travel.
    ///   - root: the directory of packages.
    ///   - folder: a directory for caches, which is made for each trial and removed after it.
    init(_ subject: Subject, on stage: Stage, forms: [CarriageForm], root: String, folder: String) {
        (self.subject, self.stage, self.forms, self.root, self.folder) = (subject, stage, forms, root, folder)
    }

    func run(progress: (String) -> Void) throws {
        package = readPackage(progress)
        guard package?.verdict != .fails else {
            stop = .afterFalse("the package is not whole")
            return
        }
        for form in forms {
            let trial = Trial(subject, on: stage, form: form, isOneOfSeveral: forms.count > 1, folder: folder)
            trials.append(trial)
            try inFolder { try trial.run { progress(forms.count > 1 ? "\(form.rawValue): \($0)" : $0) } }
        }
        guard let form = forms.first, let first = trials.first, first.stop == nil else {
            stop = trials.first?.stop
            return
        }
        // What a disk does has nothing to do with how tokens travel.
        let trial = DiskTrial(subject, on: stage, form: form, ladder: first.ladder, folder: folder)
        disk = trial
        try inFolder { try trial.run(progress: progress) }
    }

    /// A row for each claim, from the whole access log.
    func conclude(_ access: [AccessLogEntry]) -> [ClaimRow] {
        let played = trials.flatMap { $0.conclude(access) }
        let untried = forms.dropFirst(trials.count).flatMap { form in
            ClaimRow.complete([], Claim.playing(form), of: subject.reel, form: form, stop: stop)
        }
        let troubled =
            disk?.conclude(access) ?? ClaimRow.complete([], Claim.trouble, of: subject.reel, form: nil, stop: stop)
        return [package].compactMap(\.self) + played + untried + troubled
    }

    /// By session.
    var eventLogs: [(session: String, log: [LogEntry])] { trials.flatMap(\.eventLogs) + (disk?.eventLogs ?? []) }

    private func readPackage(_ progress: (String) -> Void) -> ClaimRow {
        guard let document = subject.document else {
            let why = Claim.package.needOfPackage ?? ""
            return ClaimRow(reel: subject.reel, claim: .package, verdict: .notApplicable, figures: why)
        }
        progress("reading the package")
        return ClaimCheck(document).package(below: "\(root)/\(document.reel)/\(document.version)")
    }

    private func inFolder(_ work: () throws -> Void) throws {
        try FileSystem.createDirectories(folder)
        try work()
        try FileSystem.removeTree(folder)
    }
}
