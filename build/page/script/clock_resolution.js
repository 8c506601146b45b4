// The resolution of the browser's clocks: against fingerprinting some round them to 1, 16.7 or 100 ms.

const ROUNDS = 400;
const ROUND_MS = 4;
const READINGS = 400;
// several, because a busy page may miss one or two
const STEPS_WANTED = 6;

// Measure the smallest step of a clock in rounds of many readings; return a function for the best result so far, in
// milliseconds. Readings within a round see the very step of a fine clock; a coarse one steps between two rounds.
function measureSteps(readClock) {
  const within = { least: Infinity, seen: 0 };
  const between = { least: Infinity, seen: 0 };
  let last = readClock();
  const measureRound = roundsLeft => {
    for (let reading = 0; reading < READINGS; reading += 1) {
      const now = readClock();
      if (now <= last) continue;
      const steps = reading ? within : between;
      steps.least = Math.min(steps.least, now - last);
      steps.seen += 1;
      last = now;
    }
    if (within.seen < STEPS_WANTED && roundsLeft > 0) setTimeout(measureRound, ROUND_MS, roundsLeft - 1);
  };
  measureRound(ROUNDS);
  return () => {
    const least = Math.min(within.least, between.seen < STEPS_WANTED ? Infinity : between.least);
    return least === Infinity ? 0 : Math.round(1000 * least) / 1000;
  };
}

const clocks = [measureSteps(() => performance.now()), measureSteps(() => new Event("tick").timeStamp)];
export const clockResolution = () => Math.max(...clocks.map(resolution => resolution()));
