//! Reads and writes HTTP requests and answers.
//!
//! This module supports the parts of HTTP/1.1 that a client on the same machine needs.

use serde_json::{Value as Json, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// A received request.
pub struct Asked {
    pub method: String,
    /// The path, without the query.
    pub path: String,
    pub query: Option<String>,
    pub token: Option<String>,
    pub accept: Option<String>,
    pub user_agent: Option<String>,
    /// The body; null if there is none.
    pub body: Json,
}

impl Asked {
    /// Returns the names and values of the query.
    pub fn query(&self) -> Vec<(String, String)> {
        let pairs = self.query.as_deref().unwrap_or_default().split('&').filter_map(|pair| pair.split_once('='));
        pairs.map(|(name, value)| (name.to_owned(), decoded(value))).collect()
    }

    /// Returns a value of the query.
    pub fn value(&self, name: &str) -> Option<String> {
        self.query().into_iter().find(|(found, _)| found == name).map(|(_, value)| value)
    }
}

/// An answer to send.
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Json,
}

impl Answer {
    pub fn new(status: u16, body: Json) -> Self {
        Self { status, headers: Vec::new(), body }
    }

    pub fn refusal(status: u16, message: &str) -> Self {
        Self::new(status, json!({ "message": message, "documentation_url": "https://docs.github.com/rest" }))
    }
}

pub fn read(stream: &mut TcpStream) -> Option<Asked> {
    stream.set_read_timeout(Some(Duration::from_secs(10))).ok()?;
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut words = line.split_whitespace();
    let (method, target) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    let header = |name: &str| headers.iter().find(|(found, _)| found == name).map(|(_, value)| value.clone());
    let bytes = if header("transfer-encoding").is_some_and(|value| value.contains("chunked")) {
        chunks(&mut reader)?
    } else {
        let mut bytes = vec![0; header("content-length").and_then(|text| text.parse().ok()).unwrap_or(0)];
        reader.read_exact(&mut bytes).ok()?;
        bytes
    };
    let (path, query) = match target.split_once('?') {
        Some((path, query)) => (path.to_owned(), Some(query.to_owned())),
        None => (target, None),
    };
    Some(Asked {
        method,
        path,
        query,
        token: header("authorization").and_then(|text| text.strip_prefix("Bearer ").map(str::to_owned)),
        accept: header("accept"),
        user_agent: header("user-agent"),
        body: serde_json::from_slice(&bytes).unwrap_or(Json::Null),
    })
}

fn chunks(reader: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut all = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let size = usize::from_str_radix(line.trim(), 16).ok()?;
        let mut chunk = vec![0; size];
        reader.read_exact(&mut chunk).ok()?;
        all.extend(chunk);
        reader.read_line(&mut String::new()).ok()?;
        if size == 0 {
            return Some(all);
        }
    }
}

pub fn write(stream: &mut TcpStream, answer: &Answer) {
    let body = if answer.status == 204 { String::new() } else { answer.body.to_string() };
    let mut head = format!("HTTP/1.1 {} Answer\r\nConnection: close\r\n", answer.status);
    if answer.status != 204 {
        head += &format!("Content-Type: application/json; charset=utf-8\r\nContent-Length: {}\r\n", body.len());
    }
    for (name, value) in &answer.headers {
        head += &format!("{name}: {value}\r\n");
    }
    // If the client closed the connection, ignore the error.
    drop(stream.write_all(format!("{head}\r\n{body}").as_bytes()));
    drop(stream.flush());
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let hex = after.get(..2).and_then(|two| std::str::from_utf8(two).ok()).map(|two| u8::from_str_radix(two, 16));
        match (first, hex) {
            (b'%', Some(Ok(byte))) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            _ => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
