// What a browser does only for a press: the clipboard, a file dialog, full screen. The game asks for it a frame after
// the press. For WebKit that is too late, but what the handler of the press has scheduled still counts as part of it.
// So each press schedules a few moments, and the work is done at the next of them; without one it is done at once.

const MOMENTS_MS = [0, 60, 150, 400];
let pendingWork = null;
let momentsLeft = 0;

function runPendingWork() {
  const work = pendingWork;
  pendingWork = null;
  if (work) work();
}

export function onGesture(work) {
  pendingWork = work;
  if (!momentsLeft) runPendingWork();
}

function scheduleMoments() {
  for (const ms of MOMENTS_MS) {
    momentsLeft += 1;
    setTimeout(() => {
      momentsLeft -= 1;
      runPendingWork();
    }, ms);
  }
}
for (const name of ["pointerup", "click", "keydown"]) addEventListener(name, scheduleMoments, true);
