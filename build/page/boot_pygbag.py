# Runs inside pygbag's runtime before the game: unpacks the package, then hands over to main.py.
# PyConfig, shell and TopLevel_async_handler are there already.
# ruff: noqa: F821
import asyncio
import json
import os
import platform
import traceback
import zipfile
from pathlib import Path

# otherwise SDL takes every key press from the page: no key would start the game, reload it or reach a text field
os.environ["SDL_EMSCRIPTEN_KEYBOARD_ELEMENT"] = "#canvas"


async def custom_site():
    page = platform.window.kartenkiste
    try:
        import embed

        folder = Path("/data/data/{{cookiecutter.archive}}")
        folder.mkdir(parents=True, exist_ok=True)
        page.progress("unpack")
        async with platform.fopen("{{cookiecutter.archive}}.apk", "rb") as package:
            with zipfile.ZipFile(package) as archive:
                archive.extractall(folder)
        # changes to the folder, puts it on the path and lets the browser decode what is in it
        platform.run_main(PyConfig, loaderhome=folder / "assets", loadermain=None)
        while embed.counter() < 0:
            await asyncio.sleep(0.1)
        page.progress("begin")
        main = folder / "assets" / "main.py"
        await TopLevel_async_handler.start_toplevel(platform.shell, console=False)
        __import__(__name__).__file__ = main
        await shell.source(main, callback=lambda name: print(f"installing {name}"))
        shell.interactive()
    except BaseException:
        page.reportCrash(json.dumps(traceback.format_exc()))


asyncio.run(custom_site())
