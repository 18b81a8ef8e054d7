import Signing

/// `--form FORM` of a command.
func carriageForm(_ text: String) throws(CommandError) -> CarriageForm {
    guard let form = CarriageForm(rawValue: text) else {
        throw .usage("--form takes one of \(CarriageForm.names), not '\(text.prefix(32))'")
    }
    return form
}
