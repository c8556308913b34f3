//! Runs an HTTP server on this machine that records the requests. Each test decides the answers.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// A received request.
#[derive(Clone, Debug)]
pub struct Request {
    pub path: String,
    pub authorization: String,
    pub body: String,
}

/// A running server. Its threads end with the test's process.
pub struct Server {
    address: SocketAddr,
    scheme: &'static str,
    seen: Arc<Mutex<Vec<Request>>>,
}

impl Server {
    /// Starts a server that calls `answer` for each connection.
    pub fn begin(
        scheme: &'static str,
        answer: impl Fn(TcpStream, &Mutex<Vec<Request>>) + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let seen: Arc<Mutex<Vec<Request>>> = Arc::default();
        let (all, answer) = (Arc::clone(&seen), Arc::new(answer));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (all, answer) = (Arc::clone(&all), Arc::clone(&answer));
                std::thread::spawn(move || answer(stream, &all));
            }
        });
        Self { address, scheme, seen }
    }

    pub fn url(&self) -> String {
        format!("{}://{}/v1", self.scheme, self.address)
    }

    pub fn seen(&self) -> Vec<Request> {
        self.seen.lock().expect("lives").clone()
    }
}

/// Sends an answer; returns whether the connection stays open.
pub fn send(stream: &mut impl Write, status: u16, headers: &str, body: &str) -> bool {
    let length = body.len();
    let head =
        format!("HTTP/1.1 {status} X\r\ncontent-type: application/json\r\n{headers}content-length: {length}\r\n\r\n");
    stream.write_all((head + body).as_bytes()).and_then(|()| stream.flush()).is_ok()
}

/// Reads a request; `None` if the connection ends.
pub fn read(reader: &mut BufReader<impl std::io::Read>) -> Option<Request> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
    let path = line.split(' ').nth(1)?.to_owned();
    let (mut length, mut authorization) = (0, String::new());
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).ok()?;
        let Some((name, value)) = header.trim_end().split_once(": ") else { break };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.parse().ok()?,
            "authorization" => value.clone_into(&mut authorization),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    std::io::Read::read_exact(reader, &mut body).ok()?;
    Some(Request { path, authorization, body: String::from_utf8(body).ok()? })
}
