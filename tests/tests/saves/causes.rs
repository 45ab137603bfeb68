//! Saves that tell which phase is which, and who set off whom.

/// A save in JSON as it was written before it told of causes.
pub(crate) fn without_causes(save: &[u8], version: u32) -> String {
    let text = String::from_utf8_lossy(save);
    let (before, _) = text.split_once(r#","causes":"#).expect("there are causes in it");
    assert!(before.starts_with(r#"{"version":4,"#), "{before}");
    format!("{}}}", before.replacen(r#""version":4"#, &format!(r#""version":{version}"#), 1))
}
