// The page's own texts, and the language they are in before the game says which.
import { attempt } from "./attempt.js";
import { readText } from "./storage.js";

const TEXTS = {
  de: {
    load: "Die Kiste lädt",
    unpack: "Die Karten werden ausgepackt",
    begin: "Der Tisch wird gedeckt",
    ready: "Alles da!",
    start: "Spielen",
    startFullscreen: "Im Vollbild",
    startsSoon: "Gleich geht’s los",
    of: "von",
    decimalPoint: ",",
    slow: "Die Verbindung ist langsam. Noch etwas Geduld, bitte: Beim nächsten Mal geht es schneller.",
    reload: "Neu laden",
    copyDetails: "Einzelheiten kopieren",
    copied: "Kopiert",
    details: "Einzelheiten",
    textField: "Eingabe",
    cancel: "Abbrechen",
    newVersion: "Eine neue Version ist da.",
    reloadNow: "Jetzt neu laden",
    later: "Später",
    failures: {
      load: [
        "Da fehlt ein Teil",
        "Eine Datei des Spiels ließ sich nicht laden. Prüfe die Internetverbindung und lade die Seite neu. Hilft"
          + " das nicht, fehlt die Datei auf dem Server.",
      ],
      old: [
        "In diesem Browser läuft das Spiel nicht",
        "Das Spiel braucht WebAssembly mit SIMD. Nimm eine aktuelle Version von Firefox, Chrome, Edge oder Safari"
          + " (ab 16.4) oder einen anderen Browser auf diesem Gerät.",
      ],
      crash: [
        "Da ist etwas schiefgegangen",
        "Das Spiel ist stehen geblieben. Deine Partie wird nach jedem Zug gespeichert: Lade die Seite neu und"
          + " spiel weiter. Passiert das wieder, schick uns bitte die Einzelheiten.",
      ],
    },
    crashUnsaved:
      "Das Spiel ist stehen geblieben. Weil dieser Browser hier nichts speichert, ist nach dem Neuladen ein Teil"
      + " deiner Partie weg. Schick uns bitte die Einzelheiten.",
  },
  en: {
    load: "Loading the box",
    unpack: "Unpacking the cards",
    begin: "Laying the table",
    ready: "All set!",
    start: "Play",
    startFullscreen: "Full screen",
    startsSoon: "Starting in a moment",
    of: "of",
    decimalPoint: ".",
    slow: "The connection is slow. Please be patient: next time will be faster.",
    reload: "Reload",
    copyDetails: "Copy details",
    copied: "Copied",
    details: "Details",
    textField: "Your entry",
    cancel: "Cancel",
    newVersion: "A new version is ready.",
    reloadNow: "Reload now",
    later: "Later",
    failures: {
      load: [
        "A part is missing",
        "A file of the game didn’t load. Check your internet connection and reload the page. If that doesn’t"
          + " help, the file is missing on the server.",
      ],
      old: [
        "This browser can’t run the game",
        "The game needs WebAssembly with SIMD. Use a current version of Firefox, Chrome, Edge or Safari (16.4 or"
          + " later), or another browser on this device.",
      ],
      crash: [
        "Something went wrong",
        "The game has stopped. Your game is saved after every move: reload the page and play on. If it happens"
          + " again, please send us the details.",
      ],
    },
    crashUnsaved:
      "The game has stopped. Because nothing can be saved in this browser, part of your game is gone once you"
      + " reload. Please send us the details.",
  },
};

export const browserLanguage = (navigator.language || "en").slice(0, 2).toLowerCase();
const savedLanguage = attempt(() => JSON.parse(readText("settings")).language, "");
const language = [savedLanguage, browserLanguage, "en"].find(name => Object.hasOwn(TEXTS, name));
export const texts = TEXTS[language];
document.documentElement.lang = language;

export const textsIn = name => TEXTS[name] || texts;
