//! Tests TCP, UDP and name servers.

use super::*;
use std::net::{TcpListener, UdpSocket};

#[test]
fn code_under_test_cannot_use_the_network_or_connect_to_local_processes() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let receiver = UdpSocket::bind("127.0.0.1:0").expect("a port");
    let (tcp, udp) =
        (listener.local_addr().expect("an address").port(), receiver.local_addr().expect("an address").port());
    let attacks = [
        format!("import socket\ndef f():\n    socket.create_connection(('127.0.0.1', {tcp}))\n"),
        format!(
            "import socket\ndef f():\n    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', {udp}))\n"
        ),
        "import socket\ndef f():\n    socket.getaddrinfo('example.org', 80)\n".to_owned(),
        "import socket\ndef f():\n    socket.gethostbyname('example.org')\n".to_owned(),
        "import socket\ndef f():\n    socket.socket(socket.AF_UNIX)\n".to_owned(),
        "import socket\ndef f():\n    socket.socket(socket.AF_NETLINK)\n".to_owned(),
        "import urllib.request\ndef f():\n    urllib.request.urlopen('http://127.0.0.1/')\n".to_owned(),
    ];
    let attacks = attacks.each_ref().map(String::as_str);
    refused(&attacks, &python(&attacks), &["PermissionError", "gaierror", "URLError"]);

    let attacks = [
        format!("new java.net.Socket(\"127.0.0.1\", {tcp}).close(); return 1;"),
        format!(
            "new java.net.DatagramSocket().send(new java.net.DatagramPacket(new byte[1], 1, java.net.InetAddress.getByName(\"127.0.0.1\"), {udp})); return 1;"
        ),
        "return java.net.InetAddress.getByName(\"example.org\").toString();".to_owned(),
        format!(
            "return java.nio.channels.SocketChannel.open(new java.net.InetSocketAddress(\"127.0.0.1\", {tcp})).isOpen();"
        ),
        "new java.net.ServerSocket(0).close(); return 1;".to_owned(),
        "return new java.net.URL(\"http://127.0.0.1/\").openStream().read();".to_owned(),
    ];
    let attacks = attacks.each_ref().map(String::as_str);
    refused(&attacks, &java(&attacks), &["SocketException", "UnknownHostException", "IOException"]);

    listener.set_nonblocking(true).expect("set");
    receiver.set_nonblocking(true).expect("set");
    assert_eq!(listener.accept().expect_err("no connection").kind(), std::io::ErrorKind::WouldBlock);
    assert_eq!(receiver.recv(&mut [0; 8]).expect_err("nothing came").kind(), std::io::ErrorKind::WouldBlock);
}
