//! A server of a handful of files.

use std::collections::HashMap;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// What is asked for is in the first line; more than this of a request is not read.
const MOST_BYTES: u64 = 8192;
const PATIENCE: Duration = Duration::from_secs(5);

struct File {
    kind: &'static str,
    bytes: Vec<u8>,
}

/// Serves the files of a folder as they are now, and nothing else, for good.
pub(crate) fn serve(listener: &TcpListener, folder: &Path) -> io::Result<()> {
    let files = Arc::new(read(folder)?);
    for stream in listener.incoming() {
        let files = Arc::clone(&files);
        // Whoever hangs up has only himself to tell.
        thread::spawn(move || stream.and_then(|stream| answer(&stream, &files)));
    }
    Ok(())
}

fn read(folder: &Path) -> io::Result<HashMap<String, File>> {
    let mut files = HashMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let kind = match path.extension().and_then(|extension| extension.to_str()) {
            Some("html") => "text/html; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("json") => "application/json",
            Some("wasm") => "application/wasm",
            _ => continue,
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        files.insert(format!("/{name}"), File { kind, bytes: fs::read(&path)? });
    }
    Ok(files)
}

fn answer(stream: &TcpStream, files: &HashMap<String, File>) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut lines = BufReader::new(stream.take(MOST_BYTES)).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    // A browser takes a connection that is closed on what it has sent for a fault.
    while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let mut words = first.split(' ');
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let path = target.split(['?', '#']).next().unwrap_or_default();
    let path = if path == "/" { "/index.html" } else { path };
    let (status, kind, bytes) = match (method, files.get(path)) {
        ("GET" | "HEAD", Some(file)) => ("200 OK", file.kind, &file.bytes[..]),
        ("GET" | "HEAD", None) => ("404 Not Found", "text/plain", &b"There is no such file.\n"[..]),
        _ => ("405 Method Not Allowed", "text/plain", &b"Files are here to be read.\n"[..]),
    };
    let mut out = stream;
    write!(
        out,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nCache-Control: no-cache\r\n\
         X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n",
        bytes.len()
    )?;
    if method != "HEAD" {
        out.write_all(bytes)?;
    }
    out.flush()
}
