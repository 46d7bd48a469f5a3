//! A small HTTP server for one person on this machine: it listens on the loopback address only, and answers whoever knows the token
//! that stands in the address it prints. Connections are read by threads of their own, so that one that says nothing keeps nobody
//! waiting; requests are answered one after the other.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use checker::Fault;

/// Longer requests are nobody's.
const BODY_MAX: usize = 1 << 20;
const LINE_MAX: u64 = 16 << 10;
const HEADERS_MAX: usize = 100;
/// How long a client may take to say what it wants.
const PATIENCE: Duration = Duration::from_secs(10);

pub struct Server {
    listener: TcpListener,
    token: String,
}

/// What somebody with the token asks for.
pub struct Request {
    pub path: String,
    pub body: String,
    stream: TcpStream,
}

pub enum Reply {
    Page(String),
    Json(String),
    /// A sentence.
    Wrong(String),
}

impl Server {
    /// Listens on a port of the loopback address; any, if it is zero.
    pub fn open(port: u16) -> Result<Server, Fault> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| {
            Fault::Input(format!(
                "port {port} cannot be listened on ({error}); choose another with --port, or --port 0 for any"
            ))
        })?;
        Ok(Server { listener, token: token()? })
    }

    pub fn address(&self) -> String {
        let port = self.listener.local_addr().map(|address: SocketAddr| address.port()).unwrap_or(0);
        format!("http://127.0.0.1:{port}/?token={}", self.token)
    }

    /// Answers until `goes_on` says no, which is asked a few times a second.
    pub fn serve(&self, goes_on: impl Fn() -> bool, mut answer: impl FnMut(&Request) -> Reply) -> Result<(), Fault> {
        let (send, receive): (Sender<Request>, Receiver<Request>) = channel();
        let listener = self.listener.try_clone().map_err(|error| Fault::Input(error.to_string()))?;
        let token = self.token.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (send, token) = (send.clone(), token.clone());
                std::thread::spawn(move || {
                    if let Some(request) = receive_request(stream, &token) {
                        let _ = send.send(request);
                    }
                });
            }
        });
        while goes_on() {
            match receive.recv_timeout(Duration::from_millis(100)) {
                Ok(mut request) => {
                    let reply = answer(&request);
                    let (status, kind, body) = match reply {
                        Reply::Page(html) => ("200 OK", "text/html; charset=utf-8", html),
                        Reply::Json(json) => ("200 OK", "application/json", json),
                        Reply::Wrong(sentence) => ("400 Bad Request", "text/plain; charset=utf-8", sentence),
                    };
                    // Whoever has gone away needs no answer.
                    let _ = respond(&mut request.stream, status, kind, &body);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
        Ok(())
    }
}

/// Sixteen bytes that nobody can guess.
fn token() -> Result<String, Fault> {
    let mut bytes = [0u8; 16];
    std::fs::File::open("/dev/urandom")
        .and_then(|mut source| source.read_exact(&mut bytes))
        .map_err(|error| Fault::Input(format!("there are no random numbers for a token (/dev/urandom: {error})")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Reads a request; answers itself where there is no token, or no sense.
fn receive_request(mut stream: TcpStream, token: &str) -> Option<Request> {
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    stream.set_write_timeout(Some(PATIENCE)).ok()?;
    match read_request(&stream) {
        Ok((target, given, body)) => {
            let (path, query) = target.split_once('?').unwrap_or((&target, ""));
            let in_address = query.split('&').find_map(|pair| pair.strip_prefix("token="));
            if given.as_deref().or(in_address) != Some(token) {
                let sentence = "This page is for whoever started `hazard explore`: open the address that it printed, token included.\n";
                let _ = respond(&mut stream, "403 Forbidden", "text/plain; charset=utf-8", sentence);
                return None;
            }
            let path = path.to_owned();
            Some(Request { path, body, stream })
        }
        Err(Some(sentence)) => {
            let _ = respond(&mut stream, "400 Bad Request", "text/plain; charset=utf-8", sentence);
            None
        }
        Err(None) => None,
    }
}

/// Target, token in a header, body; an error with a sentence if there is somebody to tell it to.
fn read_request(stream: &TcpStream) -> Result<(String, Option<String>, String), Option<&'static str>> {
    let mut reader = BufReader::new(stream.try_clone().map_err(|_| None)?);
    let mut line = |limit: u64| -> Result<String, Option<&'static str>> {
        let mut text = Vec::new();
        let read = (&mut reader).take(limit).read_until(b'\n', &mut text).map_err(|_| None)?;
        if read == 0 {
            return Err(None);
        }
        if text.last() != Some(&b'\n') {
            return Err(Some("The request has too long a line.\n"));
        }
        Ok(String::from_utf8_lossy(&text).trim_end().to_owned())
    };
    let first = line(LINE_MAX)?;
    let mut words = first.split(' ');
    let (method, target, version) = (words.next(), words.next(), words.next());
    let is_sound =
        matches!(method, Some("GET" | "POST")) && version.is_some_and(|version| version.starts_with("HTTP/1."));
    let Some(target) = target.filter(|target| is_sound && target.starts_with('/')) else {
        return Err(Some("This is no request that Hazard understands.\n"));
    };
    let target = target.to_owned();
    let (mut token, mut length) = (None, 0);
    for _ in 0..=HEADERS_MAX {
        let header = line(LINE_MAX)?;
        if header.is_empty() {
            if length > BODY_MAX {
                return Err(Some("The request is too long.\n"));
            }
            let mut body = vec![0; length];
            reader.read_exact(&mut body).map_err(|_| None)?;
            let body = String::from_utf8(body).map_err(|_| Some("The request is not in UTF-8.\n"))?;
            return Ok((target, token, body));
        }
        if let Some((name, value)) = header.split_once(':') {
            match name.trim().to_ascii_lowercase().as_str() {
                "content-length" => {
                    length = value.trim().parse().map_err(|_| Some("The request's length is no number.\n"))?
                }
                "x-token" => token = Some(value.trim().to_owned()),
                _ => {}
            }
        }
    }
    Err(Some("The request has too many headers.\n"))
}

fn respond(stream: &mut TcpStream, status: &str, kind: &str, body: &str) -> std::io::Result<()> {
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\nCache-Control: no-store\r\n\
         Referrer-Policy: no-referrer\r\nX-Content-Type-Options: nosniff\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body.as_bytes())?;
    stream.flush()
}
