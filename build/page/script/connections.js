// WebSocket connections to a server, for playing with other devices.
import { attempt } from "./attempt.js";
import { sendEvent } from "./events.js";
import { noticeMessage } from "./notices.js";
import { isAway } from "./visibility.js";

// the server this page was built for, or the host it came from
const SERVER = "/*SERVER*/" || new URL("party", document.baseURI).href.replace(/^h...(s?):/, "ws$1:");
export const serverAddress = SERVER;
// so many messages wait until the game takes them: a hidden page reconnects when it is seen again
const MOST_UNREAD = 400;
// the codes of WebSocket for a normal end and for a broken connection
const NORMAL = 1000;
const BROKEN = 1006;

// number -> the socket, what ends the connection, and the texts that wait until it is open
const connections = new Map();
let lastNumber = 0;
let unread = 0;

export function resetUnread() { unread = 0; }

// Open a connection and return its number; what comes in, and its end, are events.
export function connect(address) {
  lastNumber += 1;
  const number = lastNumber;
  const waiting = [];
  const end = code => { if (connections.delete(number)) sendEvent({ kind: "line", number, closed: code }); };
  // an address that the policy or the page's own encryption forbids may throw at once
  const socket = attempt(() => new WebSocket(address), null);
  connections.set(number, { socket, end, waiting });
  if (!socket) {
    end(BROKEN);
    return number;
  }
  socket.onopen = () => { for (const text of waiting.splice(0)) socket.send(text); };
  socket.onmessage = event => {
    if (!connections.has(number)) return;
    sendEvent({ kind: "line", number, text: String(event.data) });
    noticeMessage(String(event.data));
    unread += 1;
    if (unread <= MOST_UNREAD) return;
    socket.close();
    end(BROKEN);
  };
  socket.onclose = event => end(event.code);
  // not every browser closes a socket that its policy forbids
  socket.onerror = () => setTimeout(end, 0, BROKEN);
  return number;
}

// Send a text as soon as the connection is open.
export function send(number, text) {
  const connection = connections.get(number);
  if (!connection) return;
  if (connection.socket.readyState === WebSocket.OPEN) connection.socket.send(text);
  else connection.waiting.push(text);
}

export function disconnect(number) {
  const connection = connections.get(number);
  if (!connection) return;
  connection.socket.close();
  connection.end(NORMAL);
}

// the game reconnects when it is shown again: a device that has its network back need not wait for the next try
addEventListener("online", () => { if (!isAway) sendEvent({ kind: "shown" }); });
