//! The command line, and output that fails.

use std::io::{self, Write};

use turn_server::cli;

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

#[test]
fn output_that_fails() {
    for args in [&["--port", "0"][..], &["--help"], &[]] {
        let run = |kind| {
            let mut err = Vec::new();
            let code = cli::run(args.iter().map(Into::into), &mut Failing(kind), &mut err);
            (code, String::from_utf8(err).unwrap())
        };
        let full = (cli::FAILED, "error: no storage space\n".to_owned());
        assert_eq!(run(io::ErrorKind::StorageFull), full, "{args:?}");
        assert_eq!(run(io::ErrorKind::BrokenPipe), (cli::DONE, String::new()), "{args:?}");
    }
    let (mut out, mut err) = (Failing(io::ErrorKind::StorageFull), Failing(io::ErrorKind::StorageFull));
    assert_eq!(cli::run(["--port".into(), "0".into()], &mut out, &mut err), cli::FAILED);
}

#[test]
fn bad_command_lines() {
    let complaint = |args: &[&str]| {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        assert_eq!(cli::run(args.iter().map(Into::into), &mut out, &mut err), cli::BAD_INPUT);
        assert_eq!(out, b"");
        String::from_utf8(err).unwrap()
    };
    let complaints = [
        complaint(&["--port"]),
        complaint(&["--port", "65536"]),
        complaint(&["--prot\x1b\n"]),
        complaint(&["7777"]),
        complaint(&["--port", "0", "--time", "0"]),
    ];
    assert_eq!(
        complaints,
        [
            "error: missing argument for option '--port'; `--help` shows what there is\n",
            "error: cannot parse argument \"65536\": number too large to fit in target type; `--help` shows what there is\n",
            "error: invalid option '--prot\\u{1b}\\n'; `--help` shows what there is\n",
            "error: unexpected argument \"7777\"; `--help` shows what there is\n",
            "error: cannot parse argument \"0\": number would be zero for non-zero type; `--help` shows what there is\n",
        ]
    );
}
