// Sound: it begins with the first gesture, and is silent while the page is hidden and after a failure.
import { attempt } from "./attempt.js";
import { hasFailed } from "./failure_screen.js";
import { isAway } from "./visibility.js";

const contexts = [];
const players = new Set();
// players to go on with once somebody is there again
let pausedPlayers = [];

for (const name of ["AudioContext", "webkitAudioContext"]) {
  const Original = window[name];
  if (!Original) continue;
  window[name] = class extends Original {
    constructor(...options) {
      super(...options);
      contexts.push(this);
      if (hasFailed) setSilent(true);
    }
    resume() { return hasFailed ? Promise.resolve() : super.resume(); }
  };
}

const originalPlay = HTMLMediaElement.prototype.play;
HTMLMediaElement.prototype.play = function () {
  players.add(this);
  if (hasFailed) return Promise.resolve();
  // music that has only now been loaded waits
  if (isAway) {
    pausedPlayers.push(this);
    return Promise.resolve();
  }
  return originalPlay.call(this);
};

export function resumeSound() {
  if (hasFailed || document.hidden) return;
  for (const context of contexts) {
    if (context.state === "suspended") attempt(() => context.resume().catch(() => {}));
  }
}

export function setSilent(on) {
  if (hasFailed && !on) return;
  for (const context of contexts) attempt(() => (on ? context.suspend() : context.resume()).catch(() => {}));
  if (on) {
    pausedPlayers = [...players].filter(player => !player.paused);
    pausedPlayers.forEach(player => player.pause());
  } else {
    pausedPlayers.forEach(player => attempt(() => originalPlay.call(player).catch(() => {})));
    pausedPlayers = [];
  }
}
