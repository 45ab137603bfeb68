//! Builds the page, and serves it.
//!
//! ```sh
//! cd examples/hosts/page
//! cargo run    # and open the address that it prints
//! ```

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::ExitCode;

use lexopt::prelude::*;

mod http;
mod make;

const HELP: &str = "\
The double battle in a browser: builds the page, and serves it.

Usage: cargo run [-- OPTIONS]

Options:
  --listen ADDRESS   Where to listen; without it 127.0.0.1:8080. A browser keeps its saves by address and port
  --out FOLDER       Build the page into this folder, for any server of files, and do not serve it
  -h, --help         Show this help
";

struct Options {
    listen: SocketAddr,
    out: Option<PathBuf>,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let options = parse(lexopt::Parser::from_env())
        .map_err(|error| format!("{error}; `--help` shows what there is"))?;
    let Some(Options { listen, out }) = options else {
        print!("{HELP}");
        return Ok(());
    };
    if let Some(folder) = out {
        return make::page(&folder);
    }
    let listener = TcpListener::bind(listen).map_err(|error| occupied(listen, &error))?;
    let folder = make::target().join("page");
    make::page(&folder)?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    println!("the battle is at http://{address}/");
    http::serve(&listener, &folder).map_err(|error| format!("{}: {error}", folder.display()))
}

fn occupied(listen: SocketAddr, error: &io::Error) -> String {
    format!(
        "{listen}: {error}; `--listen 127.0.0.1:0` takes any free port, where the browser has other saves"
    )
}

fn parse(mut parser: lexopt::Parser) -> Result<Option<Options>, lexopt::Error> {
    let mut options = Options { listen: SocketAddr::from(([127, 0, 0, 1], 8080)), out: None };
    while let Some(arg) = parser.next()? {
        match arg {
            Short('h') | Long("help") => return Ok(None),
            Long("listen") => options.listen = parser.value()?.parse()?,
            Long("out") => options.out = Some(parser.value()?.into()),
            _ => return Err(arg.unexpected()),
        }
    }
    Ok(Some(options))
}
