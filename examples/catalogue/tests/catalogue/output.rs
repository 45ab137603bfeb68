//! The command line, and output that fails.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use battle_catalogue::cli;
use expect_test::expect;

/// What can't be written to.
struct Failing(io::ErrorKind);

impl Write for Failing {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(self.0.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Err(self.0.into())
    }
}

fn run(args: &[&str], out: &mut impl Write) -> (u8, String) {
    let mut err = Vec::new();
    let code = cli::run(args.iter().map(Into::into), out, &mut err);
    (code, String::from_utf8(err).unwrap())
}

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("catalogue").join(name)
}

#[test]
fn page_is_written_whether_or_not_anybody_reads_of_it() {
    let path = scratch("output.html");
    let args = [path.to_str().unwrap()];
    let mut out = Vec::new();
    assert_eq!(run(&args, &mut out), (cli::DONE, String::new()));
    assert_eq!(String::from_utf8(out).unwrap(), format!("{}\n", args[0]));
    let page = fs::read(&path).unwrap();
    for (kind, code, err) in [
        (io::ErrorKind::BrokenPipe, cli::DONE, ""),
        (io::ErrorKind::StorageFull, cli::FAILED, "error: no storage space\n"),
    ] {
        fs::remove_file(&path).unwrap();
        assert_eq!(run(&args, &mut Failing(kind)), (code, err.to_owned()));
        assert!(fs::read(&path).unwrap() == page);
    }
}

#[test]
fn help_is_no_page() {
    for arg in ["--help", "-h"] {
        let mut out = Vec::new();
        assert_eq!(run(&[arg], &mut out), (cli::DONE, String::new()));
        assert!(String::from_utf8(out).unwrap().contains("Usage: "));
        assert!(!Path::new(arg).exists());
    }
    assert_eq!(run(&["--help"], &mut Failing(io::ErrorKind::BrokenPipe)), (cli::DONE, String::new()));
}

#[test]
fn bad_command_lines() {
    let complaint = |args: &[&str]| {
        let mut out = Vec::new();
        let (code, err) = run(args, &mut out);
        assert_eq!((code, out), (cli::BAD_INPUT, vec![]));
        err
    };
    let complaints = [
        complaint(&["--page"]),
        complaint(&["-x"]),
        complaint(&["--\x1b[31m\n"]),
        complaint(&["a.html", "b.html"]),
    ];
    expect![[r#"
        error: invalid option '--page'; `--help` shows what there is
        error: invalid option '-x'; `--help` shows what there is
        error: invalid option '--\u{1b}[31m\n'; `--help` shows what there is
        error: unexpected argument "b.html"; `--help` shows what there is
    "#]]
    .assert_eq(&complaints.concat());
}

#[test]
fn page_that_cannot_be_written() {
    let file = scratch("file");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, "").unwrap();
    let (code, err) = run(&[file.join("a\n\x1b.html").to_str().unwrap()], &mut Vec::new());
    assert_eq!(code, cli::FAILED);
    assert!(err.contains("\\n\\u{1b}.html: cannot write the page: "), "{err}");
    assert_eq!(err.lines().count(), 1);
}
