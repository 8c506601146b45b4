"""The task that presses anything: it meets no error, and shows one that there is so that it can be met again."""

import monkey
import pytest

from game.scenes.settings.settings import SettingsScene


def run(capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, str]:
    """Run the task; return its exit code and what it prints."""
    return monkey.main(["--seconds", "60", *options]), capsys.readouterr().out


@pytest.mark.parametrize(("party", "steps"), [((), 150), (("--party",), 60)])
def test_presses_at_random_meet_no_error(party, steps, monkeypatch, capsys):
    monkeypatch.setattr(monkey, "STEPS", steps // monkey.LIVES)
    monkeypatch.setattr(monkey, "PARTY_STEPS", steps)
    code, text = run(capsys, "--runs", "1", *party)
    assert code == 0, text
    assert text.endswith(" steps in 1 runs, 0 different errors\n")


def test_an_error_is_shown_with_its_seed_and_steps_and_met_again(monkeypatch, capsys):
    def broken(self: SettingsScene) -> None:
        raise ValueError("no settings today")

    monkeypatch.setattr(SettingsScene, "build", broken)
    code, text = run(capsys, "--runs", "3")
    assert code == 1
    assert "no settings today" in text
    assert ": pressed settings\n" in text
    assert text.endswith("runs, 1 different errors\n"), "one cause is shown once"
    seed = text.split()[1]
    again = run(capsys, "--seed", seed, "--runs", "1")[1]
    assert again.splitlines()[:10] == text.splitlines()[:10]
