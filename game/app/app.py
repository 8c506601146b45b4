"""The loop, and the one owner of the window: it reads input, lets time pass and draws."""

import gc
import os
import sys
import traceback
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import pygame
from pygame import Rect, Surface

from game import __version__
from game.app.mirror import Mirror
from game.engine import assets, backdrop, fonts, screen_effect, surfaces, transitions
from game.engine import input as inputs
from game.engine.canvas import Canvas
from game.engine.layout import UNCOVERED, WIDE, Insets, frame_for
from game.engine.overlays import Toasts, Tooltip
from game.engine.scene import Scene, Stack
from game.engine.window_surface import WindowSurface
from game.host import desktop, device
from game.host.clock import Clock
from game.host.storage import WholeStorage
from game.player import saves
from game.scenes.navigation import addresses, first_scene, routes, screens
from game.scenes.table import other_tab
from game.services import launch_request, table_watch
from game.services.context import Context
from game.services.player_notices import PlayerNotices

#: longest step of a frame: after a hitch the table continues without a jump
LONGEST_STEP_MS = 50.0
#: frames longer than BUSY_MS delay the report to the page, by at most MOST_UNREPORTED frames
BUSY_MS, MOST_UNREPORTED = 4.0, 6
#: longest frame in which pictures are made ahead, and longest calm one, whose rest belongs to the bots
AHEAD_MS, CALM_MS = 7.0, 4.0
#: weight of the last piece made ahead in the time expected of the next one
NEWEST_COUNTS = 0.2
#: least time until the next frame in which another slice of work begins
LEAST_LEFT_MS = 6.0
LEAST_WINDOW = (320, 320)
#: least ratio of the desktop to the first window
ROOMY = 1.15
#: interval of the checks of a page's clock
CHECK_MS = 1000.0
#: interval of full garbage collections, in calm frames
OLD_MS = 600_000.0
#: idle time after which the page may reload; longest wait for a server before an urgent reload
IDLE_MS, LAST_WAIT_MS = 5_000.0, 1_500.0
NO_REQUEST = launch_request.LaunchRequest()

routes.fill(screens.SCREENS)


class App:
    """The running program. Tests drive it with their own clock and storage."""

    def __init__(
        self,
        screen: Surface,
        storage: WholeStorage,
        clock: Clock,
        request: launch_request.LaunchRequest = NO_REQUEST,
        error: Exception | None = None,
    ) -> None:
        self.screen = screen
        self.clock = clock
        size = at_least(screen.get_size())
        frame = frame_for(size, Insets(*device.page.safe_insets()))
        self.context = Context(storage, clock, frame, request.language or device.language())
        self._prefer(request)
        #: the page fills the screen, or has been asked to
        self._is_fullscreen = False
        saves.separate_modes(self.context)
        self.reader = inputs.Reader(self.context.settings.keys)
        self.toasts = Toasts()
        self.tooltip = Tooltip()
        self.mirror = Mirror(device.page)
        self._notices = PlayerNotices(self.context)
        self.stack = Stack()
        self._open(request, error)
        self.window_surface = WindowSurface(screen)
        #: the effect between the last screen and this one, while it runs
        self.effect: screen_effect.ScreenEffect | None = None
        #: its new scene was laid out in this frame
        self._is_laid_out = False
        self._is_drawn = False
        #: a scene has been closed, and what it leaves has yet to be collected
        self.is_littered = False
        #: for how many frames what is on the screen has not been told to the page, counting this one
        self._unreported_frames = 0
        #: the time expected of a piece made ahead, in milliseconds
        self._piece_ms = 0.0
        #: the window has lost the focus: nothing moves until it is back
        self._is_unfocused = False
        #: a key that is held down counts again and again: a text is being typed
        self._repeats = False
        #: when something was used last
        self._used_ms = clock.now_ms()
        #: a newer version is ready, and nobody has been told at a table
        self._update_unannounced = False
        #: the page has to start anew: at the latest then, by the clock
        self._ends_ms: float | None = None

    def _prefer(self, request: launch_request.LaunchRequest) -> None:
        """Apply the language and speed that ``request`` asks for."""
        settings = self.context.settings
        if device.WEB:
            # a page fills the screen by a press alone, and tells it when it does
            settings.fullscreen = False
        if request.language or request.speed:
            settings.language = request.language or settings.language
            settings.speed = request.speed or settings.speed
            self.context.settings_changed()

    def _open(self, request: launch_request.LaunchRequest, error: Exception | None) -> None:
        """Open the screen that ``request`` asks for, the one a page had before it reloaded, or what an error says."""
        wanted = NO_REQUEST if device.page.resume_address else request
        self.stack.carry_out(_trouble(self.context, error) if error else first_scene.first_scene(self.context, wanted))
        if request.file and not error:
            device.read_data(Path(request.file), self._offer_data, saves.are_playable)
        if device.page.resume_address:
            self._come_back(device.page.resume_address, request)
        if device.page.data_lost:
            self.context.tell("notice.renewed_lost")

    def _offer_data(self, fault: device.FileFault | None, texts: Mapping[str, str]) -> None:
        """Ask about the exported ``texts`` that the command line names, or tell the ``fault`` of the file."""
        if fault is not None:
            self.context.tell(f"settings.import_{fault}")
        else:
            self.stack.carry_out(transitions.Push(routes.data_import(self.context, texts)))

    @property
    def running(self) -> bool:
        """True until the program is left."""
        return self.stack.running

    @property
    def scene(self) -> Scene:
        """The uppermost scene."""
        return self.stack.top

    def follow(self, transition: transitions.Transition) -> None:
        """Carry out what a scene wants."""
        before = self.stack.top.stage
        self.stack.carry_out(transition)
        if transition is not None:
            self._start_effect(before, transition)
            if not isinstance(transition, transitions.Push):
                # closed scenes refer to themselves in circles, and a few full-size pictures more would fill a phone's
                # memory; where none is closed, the time goes to the new one
                self.tidy(device.WEB or self.is_littered)

    def tidy(self, now: bool) -> None:
        """Collect what a closed scene has left, or note that it is there: a frame that draws much should not wait."""
        self.is_littered = not now
        if now:
            gc.collect()

    def _start_effect(self, before: str, transition: transitions.Transition) -> None:
        """Start the effect between the screen that is shown and the new one, if the player wants motion."""
        settings = self.context.settings
        form = screen_effect.form_of(before, self.stack.top.stage, transition) if self.running else ""
        if form and settings.pace and not settings.reduced_motion and self.window_surface.known:
            self.effect = screen_effect.ScreenEffect(form, self.screen.copy(), settings.pace)
            self._is_laid_out = True

    # ---- input ----------------------------------------------------------------------------------

    def feed(self, events: list[pygame.event.Event]) -> None:
        """Hand input to the scene, stamped with its own ``at_ms`` or else the current time."""
        if not events:
            return
        self.reader.keys = self.context.settings.keys
        self.reader.fingers = self.scene.fingers
        for found in self.reader.read(events, self.context.frame, self.clock.now_ms()):
            if self.running:
                self.take(found)

    def take(self, found: inputs.Input) -> None:
        """Hand one input to whom it concerns: the program itself, or the scene."""
        scene = self.scene
        pressed = isinstance(found, inputs.Key | inputs.UseItem) or (
            isinstance(found, inputs.Pointer) and found.kind == "down"
        )
        if isinstance(found, inputs.Key | inputs.UseItem | inputs.Pointer):
            self._used_ms = self.clock.now_ms()
        if pressed:
            # input skips the effect
            self._end_effect()
        if isinstance(found, inputs.Key) and not (found.pad or scene.captures_keys):
            self.context.uses_keys = True
        match found:
            case inputs.WindowClosed():
                # pausing stores unfinished work, such as a review
                scene.pause()
                self.stack.running = False
            case inputs.WindowResized(size, safe):
                self._resized(size, safe)
            case inputs.FocusLost():
                self._set_focus(False)
            case inputs.FullscreenChanged(on):
                self._is_fullscreen = on
                if self.context.settings.fullscreen != on:
                    self.context.settings.fullscreen = on
                    self.context.settings_changed()
            case inputs.StoredElsewhere():
                self.follow(other_tab.tab_transition(self.context, self.stack.scenes, found))
            case inputs.PageRenewal(urgent):
                self._renew_when_possible(urgent)
            case inputs.Outdated():
                self.context.outdated = self._update_unannounced = True
                self._is_drawn = False
            case inputs.NoticeOpened(party):
                self._open_table(party)
            case inputs.WindowExposed():
                self._is_drawn = False
                self.window_surface.forget()
            case inputs.FocusGained():
                self._set_focus(True)
            case inputs.Key(meaning="mute" | "fullscreen" | "speed" | "slower") if not scene.captures_keys:
                self._command(found.meaning)
            case _:
                self.follow(scene.on_input(found))
        if pressed:
            self.context.audio.wake()
        self._settle()

    def _set_focus(self, on: bool) -> None:
        """Go on, or stand still while another window is in front."""
        self._is_unfocused = not on
        if not on:
            self.scene.pause()
        else:
            self._is_drawn = False
            if self.context.session:
                self.context.session.remote.shown()
            self.window_surface.forget()
        self.context.audio.follow_music(on)

    def _open_table(self, party: str) -> None:
        """Go to a table of this device, of which a notice was pressed."""
        session = self.context.session
        found = [one.kept.join_link for one in table_watch.by_wait(table_watch.tables(self.context))]
        links = [link for link in found if link.party == party]
        if links and not (session and session.remote.party == party):
            self.scene.pause()
            if session:
                session.rest()
            self.follow(transitions.Reset(routes.party_entry(self.context, links[0])))

    def _is_idle(self) -> bool:
        """Return True if nobody is about to do anything."""
        scene = self.scene
        idle = self.clock.now_ms() - self._used_ms >= IDLE_MS and not scene.items.pressed and not scene.dragged
        return idle and not (scene.fingers or scene.captures_keys or scene.confirming)

    def _is_calm(self) -> bool:
        """Return True if nobody would miss anything if the page reloaded now."""
        session = self.context.session
        return (
            self._is_idle()
            and not self.scene.shown_once
            and (session is None or session.is_settled)
            and bool(self._address())
        )

    def _tell_version(self) -> None:
        """Tell once at a table that a newer version is ready; elsewhere the page itself offers it all the time."""
        if self._update_unannounced and self.scene.awake and self._is_idle():
            self._update_unannounced = False
            self.context.tell("notice.outdated")

    def _address(self) -> str:
        return addresses.address_of(self.context, self.stack.scenes)

    def _end_soon(self) -> None:
        """Reload the page once a party's server has answered, or when it cannot wait any longer."""
        session = self.context.session
        if self._ends_ms is not None and (
            session is None or session.is_settled or self.clock.now_ms() >= self._ends_ms
        ):
            self._ends_ms = None
            self._renew()

    def _renew_when_possible(self, urgent: bool) -> None:
        """Reload the page if nobody would miss anything, or soon if it is urgent."""
        if urgent:
            self._ends_ms = self.clock.now_ms() + LAST_WAIT_MS
            self._end_soon()
        elif self._is_calm():
            self._renew()

    def _renew(self) -> None:
        """Reload the page and return to this screen."""
        self.scene.pause()
        device.page.restart(self._address() or addresses.GONE)

    def _come_back(self, address: str, request: launch_request.LaunchRequest) -> None:
        """Open what was open before the page started anew, or else what ``request`` asks for, and say so."""
        try:
            steps = addresses.opened(self.context, address)
            for step in steps:
                self.stack.carry_out(step)
        except Exception as error:  # whatever a screen makes of what is no longer there
            traceback.print_exception(error)
            steps = []
        is_there = steps or address == addresses.TITLE
        if not is_there:
            self.stack.carry_out(first_scene.first_scene(self.context, request))
        if not device.page.data_lost:
            self.context.tell("notice.renewed" if is_there else "notice.renewed_title")

    def _end_effect(self) -> None:
        if self.effect:
            self.effect, self._is_drawn = None, False

    def _command(self, meaning: str) -> None:
        settings = self.context.settings
        if meaning in ("speed", "slower"):
            # who sees it on the button needs no message
            self.context.step_speed(1 if meaning == "speed" else -1, announced=not self.scene.items.find("speed"))
            return
        if meaning == "mute":
            settings.muted = not settings.muted
            self.context.tell("notice.muted" if settings.muted else "notice.sound")
        else:
            settings.fullscreen = not settings.fullscreen
        self.context.settings_changed()

    def _settle(self) -> None:
        """Apply settings that concern the window and the layout."""
        if self.context.layout_changed:
            self.context.layout_changed = False
            self.stack.rebuild()
        if self._repeats != bool(self.running and self.scene.typing):
            self._repeats = not self._repeats
            device.repeat_keys(self._repeats)
        wanted = self.context.settings.fullscreen
        if device.WEB:
            if wanted != self._is_fullscreen:
                self._is_fullscreen = wanted
                device.page.set_fullscreen(wanted)
        elif wanted != bool(self.screen.get_flags() & pygame.FULLSCREEN) and _has_window():
            size = pygame.display.get_desktop_sizes()[0] if wanted else WIDE
            self.screen = open_window(size, wanted)
            self._resized(self.screen.get_size())

    def _resized(self, size: tuple[int, int], safe: Insets = UNCOVERED) -> None:
        # a browser's canvas has the size it is given, a window has taken its own already
        self.screen = open_window(size) if device.WEB else pygame.display.get_surface() or self.screen
        self.window_surface = WindowSurface(self.screen)
        self.effect = None
        surfaces.forget_sizes()
        fonts.forget()
        backdrop.forget()
        self.context.resize(frame_for(at_least(size), safe))
        self.stack.rebuild()
        self._is_drawn = False

    # ---- time and picture -----------------------------------------------------------------------

    def step(self, ms: float) -> None:
        """Advance by up to 50 ms, unless the player is away and nobody else plays on."""
        if session := self.context.session:
            session.poll(self.clock.now_ms())
            for ended in session.results.take_finished():
                is_new = saves.record_from_party(self.context, ended.match, ended.seat, counts=ended.is_own)
                if is_new and ended.is_missed:
                    session.results.note_missed(ended.match)
        table_watch.poll(self.context)
        self._notices.poll(self.clock.now_ms(), is_seen=not self._is_unfocused)
        self._end_soon()
        if self._is_unfocused and not session:
            return
        ms = min(ms, LONGEST_STEP_MS)
        self.context.audio.update()
        if self.effect:
            self.effect.update(ms)
            if self.effect.done:
                self._end_effect()
        self.follow(self.scene.advance(ms))
        if self.running:
            self._settle()
            self._tell_version()
            gone = self.toasts.take(self.context)
            if gone | self.toasts.update(ms) | self.tooltip.update(self.scene, ms):
                self._is_drawn = False

    def draw(self) -> list[Rect]:
        """Draw the scenes if anything has changed; return the parts of the window that are to be shown anew."""
        shown = self.stack.visible()
        if self._is_drawn and not self.effect and not any(scene.dirty for scene in shown):
            return []
        if self.effect and self._is_laid_out:
            # drawing the new scene takes as long as laying it out: the old one stays for a frame
            self._is_laid_out = False
            return []
        for scene in shown:
            scene.under_message = bool(self.toasts.shown) and scene is self.scene
        canvas = Canvas(self.window_surface, self.context.frame)
        if self.effect:
            self.effect.draw(canvas, self._draw_scenes)
        else:
            self._draw_scenes(canvas)
        self.tooltip.draw(canvas, self.context.kit)
        self.toasts.draw(canvas, self.context, self.scene.message_box(), self.scene.message_fills)
        self._is_drawn = True
        self._unreported_frames = max(1, self._unreported_frames)
        return self.window_surface.finish()

    def tell_page(self, since: float) -> None:
        """Tell the page what is on the screen; if the frame that began at ``since`` has taken long, in a later one."""
        if not self._unreported_frames or not self.running:
            return
        if self._unreported_frames < MOST_UNREPORTED and self.clock.now_ms() - since >= BUSY_MS:
            self._unreported_frames += 1
        else:
            self._unreported_frames = 0
            self.mirror.update(self.scene, self.context, self.toasts.shown)

    def make_ahead(self, since: float, calm: bool) -> None:
        """Use what is left of a frame that began at ``since`` (the clock's milliseconds) for what may come.

        A frame is ``calm`` if nothing had to be drawn in it.
        """
        if not self.running or self._is_unfocused or self.effect:
            return
        end = since + (CALM_MS if calm else AHEAD_MS)

        def enough() -> bool:
            return self.clock.now_ms() >= end

        # nobody knows how long the next piece takes: about as long as those before it; in calm frames it goes on in any
        # case, or a slow device would never be prepared
        before, most = self.clock.now_ms(), CALM_MS / 2 if calm else AHEAD_MS
        while before + min(self._piece_ms, most) < end and self.scene.make_ahead(enough):
            now = self.clock.now_ms()
            self._piece_ms += (now - before - self._piece_ms) * NEWEST_COUNTS
            before = now

    def work(self, left: float) -> bool:
        """Continue the scene's long work if ``left`` milliseconds are enough; return True if it did."""
        going = self.running and not self._is_unfocused and not self.effect
        return going and left >= LEAST_LEFT_MS and self.scene.work()

    def _draw_scenes(self, canvas: Canvas) -> None:
        for scene in self.stack.visible():
            scene.draw(canvas)
            scene.dirty = False


def _has_window() -> bool:
    return pygame.display.get_init() and pygame.display.get_driver() != "dummy"


def at_least(size: tuple[int, int]) -> tuple[int, int]:
    """The pixels to draw in a window of this size: no fewer than the table needs."""
    return max(size[0], LEAST_WINDOW[0]), max(size[1], LEAST_WINDOW[1])


def open_window(size: tuple[int, int], fullscreen: bool = False) -> Surface:
    """Open or change the window; it is never smaller than the least one."""
    size = at_least(size)
    if device.WEB:
        return pygame.display.set_mode(size)
    flags = pygame.RESIZABLE | (pygame.FULLSCREEN if fullscreen else 0)
    return pygame.display.set_mode(size, flags)


def _first_window() -> Surface:
    pygame.display.init()
    pygame.font.init()
    if room := device.page.size():
        return open_window(room)
    if (driver := pygame.display.get_driver()) in device.UNSEEN and not os.environ.get("SDL_VIDEODRIVER"):
        raise pygame.error(f"only the {driver} video driver, which shows nothing")
    return open_window(first_size(pygame.display.get_desktop_sizes()[0]))


def first_size(desktop: tuple[int, int]) -> tuple[int, int]:
    """The largest usual size of a window that leaves room for bars and frames on a desktop; smaller ones by shape."""
    for size in ((2560, 1440), (1920, 1080), (1600, 900), WIDE):
        if desktop[0] > size[0] * ROOMY and desktop[1] > size[1] * ROOMY:
            return size
    share = min(desktop[0] / WIDE[0], desktop[1] / WIDE[1]) / ROOMY
    return int(WIDE[0] * min(1.0, share)), int(WIDE[1] * min(1.0, share))


def _trouble(context: Context, error: Exception) -> transitions.Transition:
    """The page that tells what the program failed with before; a browser's page has words of its own."""
    from game.app.trouble import Trouble

    return transitions.Reset(Trouble(context, error))


def _open_sound() -> None:
    """Open the sound device; the game goes on without one."""
    try:
        pygame.mixer.init(44100, -16, 2, device.SOUND_BUFFER)
        pygame.mixer.set_num_channels(8)
    except Exception as error:  # whatever a runtime raises
        print(f"No sound: {error}", file=sys.stderr)


def _launch_request(
    argv: list[str] | None,
) -> tuple[launch_request.LaunchRequest, launch_request.InvalidRequest | None]:
    """Return what the command line or the page's address asks for, and what is wrong with the latter."""
    if not device.WEB:
        return launch_request.read(sys.argv[1:] if argv is None else argv), None
    try:
        return launch_request.from_link(device.page.link_options), None
    except launch_request.InvalidRequest as error:
        return NO_REQUEST, error


async def run(argv: list[str] | None = None) -> None:
    """Play until the window is closed. In a browser whatever goes wrong is told on the page."""
    try:
        await _run(argv)
    except (Exception, SystemExit) as error:
        if not device.page.show_failure("".join(traceback.format_exception(error))):
            if not (isinstance(error, SystemExit) and isinstance(error.code, int | None)):
                device.announce("".join(traceback.format_exception_only(error)).removeprefix("SystemExit: ").strip())
            raise


async def _run(argv: list[str] | None) -> None:
    try:
        request, wrong = _launch_request(argv)
    except launch_request.InvalidRequest as error:
        raise SystemExit(str(error)) from None
    if request.examines:
        from game.app import doctor

        raise SystemExit(doctor.main())
    try:
        screen = _first_window()
    except pygame.error as error:
        raise SystemExit(f"Kartenkiste needs a window, and this system has none ({error}).") from None
    try:
        await _play(screen, request, wrong)
    except assets.MissingAsset as error:
        raise SystemExit(f"A file of the game is missing or damaged: {error}") from None
    finally:
        pygame.quit()


async def _play(
    screen: Surface, request: launch_request.LaunchRequest, wrong: launch_request.InvalidRequest | None
) -> None:
    pygame.display.set_caption(desktop.TITLE)
    _open_sound()
    log = device.page.start_log(__version__)
    error: Exception | None = None
    while True:
        app = None
        try:
            with suppress(assets.MissingAsset):
                pygame.display.set_icon(surfaces.image("art/title/icon.png", (64, 64)))
            pygame.joystick.init()
            device.request_stamps()
            app = App(screen, device.storage(), device.clock(), request, error)
            await _begin(app, wrong)
            if log:
                log.note("The end.")
            return
        except Exception as found:
            if log:
                log.failed(found)
            # where nobody sees it nobody would leave it; and what tells of an error may fail itself
            if not _has_window() or device.WEB or (error and (app is None or app.scene.stage == "trouble")):
                raise
            error, request, wrong = found, NO_REQUEST, None
            _let_go(app)
            screen = pygame.display.get_surface() or screen


def _let_go(app: App | None) -> None:
    """Abandon a failed program; its matches stay stored as they are."""
    if app and app.context.session:
        app.context.session.rest()
    if pygame.mixer.get_init():
        pygame.mixer.stop()
        pygame.mixer.music.stop()


async def _begin(app: App, wrong: launch_request.InvalidRequest | None) -> None:
    if wrong:
        app.context.tell("notice.bad_link", what=wrong.message(app.context.texts))
    if not device.is_persistent():
        print("This page can't save games: run pygbag . in the game's folder, or tasks.py web.", file=sys.stderr)
        app.context.tell("notice.storage_refused")
    app.draw()
    pygame.display.flip()
    app.tell_page(app.clock.now_ms())
    # freeze start-up objects so that collections skip them
    gc.freeze()
    app.feed(await device.wait_for_start())
    await loop(app)


async def loop(app: App) -> None:
    """Look for input, let time pass and draw, until the program is left."""
    # automatic collection during play-outs would make frames late
    gc.disable()
    try:
        await _frames(app)
    finally:
        gc.enable()


async def _frames(app: App) -> None:
    # a gamepad is heard only as long as its object lives
    pads = []
    waiting: list[pygame.event.Event] = []
    clock = app.clock
    last = check_at = clock.now_ms()
    old_at = last + OLD_MS
    # a page's frame has begun; natively it is time alone that tells
    fresh = device.WEB
    while app.running:
        looked = clock.now_ms()
        events, waiting = waiting + device.page.events(), []
        pads += [pygame.joystick.Joystick(e.device_index) for e in events if e.type == pygame.JOYDEVICEADDED]
        app.feed(events)
        app.context.looked_ms = looked
        if device.WEB and looked >= check_at:
            device.check(clock)
            check_at = looked + CHECK_MS
        now = clock.now_ms()
        if fresh or now - last >= device.FRAME_MS:
            app.step(now - last)
            last = now
            changed = app.draw() if app.running else []
            if changed:
                waiting = device.page.poll()
                pygame.display.update(changed)
            app.tell_page(looked)
            app.make_ahead(looked, not changed)
            # the oldest objects are collected only on a change of screen, and every OLD_MS
            gc.collect(1)
            if (now >= old_at or app.is_littered) and not changed:
                old_at = now + OLD_MS
                app.tidy(now=True)
        # until the next frame, a slice after the other, with a look at the input after each
        if app.work(last + device.FREE_MS - clock.now_ms()):
            fresh = False
            await device.yield_to_page()
        else:
            await device.next_frame()
            fresh = device.WEB
