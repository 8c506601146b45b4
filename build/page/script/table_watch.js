// A hidden page asks the servers about the tables that wait for somebody, as the game stands still then.
import { isQuiet, noticeState, showNotice } from "./notices.js";
import { attempt } from "./attempt.js";
import { isAway } from "./visibility.js";
import { showWaiting, waitingCount } from "./waiting.js";

// interval of questions, and time for an answer, in milliseconds; most intervals that a silent server is left alone
const INTERVAL = 60000;
const PATIENCE = 8000;
const MOST_PAUSES = 8;
// the words of notices, the quiet hours, and for each server its address, the question, and its seats; or null
let watched = null;

export function watchTables(told) { watched = told; }

// Note what is true of a table, and return the word of what is new: "over", "ended", "asked", "turn", or "".
function newsOf(seat, { phase, places, seat: own, to_move: toMove, is_asked: isAsked, is_ended: isEnded }) {
  const isTurn = phase === "playing" && toMove === own;
  const words = [phase === "over" && "over", isEnded && "ended", isAsked && "asked", isTurn && "turn"].filter(Boolean);
  const before = seat.state || words;
  seat.state = words;
  const word = words.find(one => !before.includes(one)) || "";
  // somebody is at the table with another device, or a bot decides
  return places[own].away && !(word === "turn" && places[own].stand_in) ? word : "";
}

function takeAnswer(told, server, { is, rows }) {
  if (is !== "Seats" || rows.length !== server.seats.length) return false;
  for (const [place, { table }] of rows.entries()) {
    const seat = server.seats[place];
    const news = table ? newsOf(seat, table) : "";
    if (!news || told !== watched || !isAway) continue;
    if (news === "turn" || news === "asked") showWaiting(waitingCount + 1);
    if (noticeState() !== "granted" || isQuiet(told.quiet)) continue;
    showNotice(told[news], seat.text, seat.party).catch(() => {});
  }
  return true;
}

function ask(told, server) {
  if (server.pauses > 0) {
    server.pauses -= 1;
    return;
  }
  server.lastPauses = server.pauses = Math.min(MOST_PAUSES, 2 * (server.lastPauses || 0) + 1);
  const socket = attempt(() => new WebSocket(server.address), null);
  if (!socket) return;
  setTimeout(() => socket.close(), PATIENCE);
  socket.onopen = () => socket.send(server.ask);
  socket.onmessage = event => {
    if (attempt(() => takeAnswer(told, server, JSON.parse(event.data)), false)) server.lastPauses = server.pauses = 0;
    socket.close();
  };
}

setInterval(() => {
  if (watched && isAway) for (const server of watched.servers) ask(watched, server);
}, INTERVAL);
