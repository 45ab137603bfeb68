//! A server as a process of its own, which can be killed.

use std::fs;
use std::io::{self, BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// A server that runs. It is killed when this is dropped.
#[derive(Debug)]
pub struct Process {
    child: Child,
    output: BufReader<ChildStdout>,
    /// Where it listens.
    pub address: SocketAddr,
    /// How long it took until it could be played with.
    pub took: Duration,
}

impl Process {
    /// The server that was built along with the program that runs.
    ///
    /// # Errors
    ///
    /// If nobody knows where that program is.
    pub fn beside_this() -> io::Result<PathBuf> {
        let name = format!("game-server{}", std::env::consts::EXE_SUFFIX);
        Ok(std::env::current_exe()?.with_file_name(name))
    }

    /// Starts a server on a folder, and waits until it can be played with.
    ///
    /// # Errors
    ///
    /// If it does not start.
    pub fn start(program: &Path, data: &Path, options: &[&str]) -> io::Result<Self> {
        let started = Instant::now();
        let mut command = Command::new(program);
        command.arg("--data").arg(data).args(options).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command
            .spawn()
            .map_err(|error| io::Error::other(format!("cannot start {}: {error}", program.display())))?;
        let output = child.stdout.take().ok_or_else(|| io::Error::other("it has no output"))?;
        let mut output = BufReader::new(output);
        let mut line = String::new();
        loop {
            line.clear();
            if output.read_line(&mut line)? == 0 {
                let status = child.wait()?;
                return Err(io::Error::other(format!("the server has not started: {status}")));
            }
            let address =
                line.trim_end().strip_prefix("Play at http://").and_then(|rest| rest.strip_suffix('/'));
            if let Some(address) = address {
                let address = address.parse().map_err(io::Error::other)?;
                return Ok(Self { child, output, address, took: started.elapsed() });
            }
        }
    }

    /// Kills it at once, as a power cut would.
    ///
    /// # Errors
    ///
    /// If it has ended by itself.
    pub fn kill(mut self) -> io::Result<()> {
        if let Some(status) = self.child.try_wait()? {
            return Err(io::Error::other(format!("the server has ended by itself: {status}")));
        }
        self.child.kill()?;
        self.child.wait().map(drop)
    }

    /// Asks it to stop, waits until it has, and tells how long that took, and what it said.
    ///
    /// # Errors
    ///
    /// If it can't be asked.
    #[cfg(unix)]
    pub fn stop(mut self) -> io::Result<(ExitStatus, Duration, String)> {
        let started = Instant::now();
        Command::new("kill").arg("-TERM").arg(self.child.id().to_string()).status()?;
        let status = self.child.wait()?;
        let took = started.elapsed();
        let mut said = String::new();
        io::Read::read_to_string(&mut self.output, &mut said)?;
        Ok((status, took, said))
    }

    /// How many bytes of memory it holds.
    ///
    /// # Errors
    ///
    /// If the system does not tell.
    pub fn memory(&self) -> io::Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
        kilobytes.map(|kilobytes| kilobytes * 1024).ok_or_else(|| io::Error::other("there is no `VmRSS`"))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
