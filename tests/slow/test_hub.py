"""A class of twelve through a real JupyterHub: every lesson ends right, one accident hurts nobody else."""

import asyncio
import signal
import statistics
import time
from collections.abc import Callable, Iterator

import psutil
import pytest
from playwright.sync_api import expect

from tests.slow.hub import WORD, Hub, MissingPartError, Student, running_hub
from tests.support.lab import EXECUTE
from tests.support.notebooks import COURSE, cells, read, source
from tests.support.pages import Watched
from tests.support.solved import solved

CLASS = [f"student{number:02}" for number in range(12)]
LESSON = "05_eighty_seven.ipynb"
MOST_MB = 450
STEPS = 40


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hub]:
    try:
        with running_hub(tmp_path_factory.mktemp("hub")) as running:
            yield running
    except MissingPartError as error:
        pytest.skip(f"no class room here: {error}")


def lesson() -> list[str]:
    return [source(cell) for cell in cells(solved(read(COURSE / "en" / LESSON)), "code")]


def used_mb(hub: Hub, name: str) -> float:
    """Memory that a student's processes hold for themselves, in MB."""
    return sum(process.memory_full_info().uss for process in hub.processes(name)) / 1e6


async def attend(hub: Hub, name: str) -> str:
    """One student runs lesson 05; gives what `progress` says at the end."""
    student = Student(hub, name)
    await student.open()
    for code in lesson():
        status, said = await student.run(code)
        assert status == "ok", (name, said)
    _, told = await student.run("print(lessons.progress())")
    student.close()
    return told


async def steps(student: Student, count: int) -> list[float]:
    """Milliseconds of so many round trips of a step, asked for in the kernel."""
    await student.run("import packlight as pl\nstage = pl.play(pl.simulate('bug_hunt'))")
    times = []
    for number in range(count):
        begun = time.perf_counter()
        await student.run(f"stage.step = {number}")
        times.append((time.perf_counter() - begun) * 1_000)
    return times


def p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


def test_a_class_of_twelve(hub: Hub, capsys: pytest.CaptureFixture[str]) -> None:
    hub.start(*CLASS)
    assert all((hub.homes / name / "packlight-lessons" / "en" / LESSON).exists() for name in CLASS)

    async def eleven() -> list[str]:
        return list(await asyncio.gather(*(attend(hub, name) for name in CLASS[1:])))

    told = asyncio.run(eleven())
    assert all("lesson 05: 3 of 3" in each for each in told)
    memory = {name: used_mb(hub, name) for name in CLASS[1:]}
    assert max(memory.values()) < MOST_MB
    with capsys.disabled():
        middle, most = statistics.median(memory.values()), max(memory.values())
        print(f"\nserver + kernel after lesson 05, MB: median {middle:.0f}, most {most:.0f}")


def test_a_killed_kernel_and_an_endless_loop_hurt_nobody_else(hub: Hub) -> None:
    one, two, three = CLASS[:3]
    hub.start(one, two, three)

    async def accidents() -> tuple[str, str, list[float]]:
        killed, endless, calm = Student(hub, one), Student(hub, two), Student(hub, three)
        for student in (killed, endless, calm):
            await student.open()
        await killed.run("x = 1")
        victim = [each for each in hub.processes(one) if "ipykernel_launcher" in " ".join(each.cmdline())]
        assert victim
        victim[-1].send_signal(signal.SIGKILL)
        loop = asyncio.ensure_future(endless.run("while True: pass", seconds=90))
        times = await steps(calm, STEPS)
        hub.call("POST", f"/user/{two}/api/kernels/{endless.kernel}/interrupt")
        _, said = await loop
        for _ in range(60):
            await asyncio.sleep(0.5)
            state = hub.call("GET", f"/user/{one}/api/kernels/{killed.kernel}")["execution_state"]
            if state in ("idle", "starting"):
                break
        await killed.connect()
        _, again = await killed.run("print('x' in globals())")
        for student in (killed, endless, calm):
            student.close()
        return said, again, times

    said, again, times = asyncio.run(accidents())
    assert "KeyboardInterrupt" in said
    assert again.strip() == "False"
    assert p95(times) < 1_000


def test_a_step_through_the_hub_costs_little_more_than_without_it(hub: Hub, capsys: pytest.CaptureFixture[str]) -> None:
    name = CLASS[3]
    hub.start(name)

    async def through(base: Hub) -> list[float]:
        student = Student(base, name)
        await student.open()
        times = await steps(student, STEPS)
        student.close()
        return times

    with_hub = asyncio.run(through(hub))
    [server] = [each for each in hub.processes(name) if "jupyterhub.singleuser" in each.cmdline()]
    [port] = {each.laddr.port for each in server.net_connections("tcp") if each.status == psutil.CONN_LISTEN}
    direct = asyncio.run(through(Hub(f"http://127.0.0.1:{port}", hub.token, hub.homes, hub.process)))
    with capsys.disabled():
        print(f"\na step, p95 in ms: {p95(with_hub):.0f} through the hub, {p95(direct):.0f} without it")
    assert statistics.median(with_hub) < statistics.median(direct) + 50


@pytest.mark.browser
def test_a_student_signs_in_with_the_class_word_and_a_film_moves(hub: Hub, new_page: Callable[..., Watched]) -> None:
    page = new_page().page
    page.goto(f"{hub.url}/hub/login")
    page.get_by_label("Username:").fill(CLASS[0])
    page.get_by_label("Password:").fill(WORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/lab**", timeout=90_000)
    page.wait_for_function("window.jupyterapp !== undefined", timeout=60_000)
    page.evaluate("() => jupyterapp.restored")
    page.evaluate(EXECUTE, ["docmanager:open", {"path": f"packlight-lessons/en/{LESSON}", "factory": "Notebook"}])
    page.wait_for_timeout(3_000)
    page.evaluate("() => jupyterapp.commands.execute('notebook:run-all-cells')")
    stage = page.locator(".jp-OutputArea-output .pk").first
    expect(stage).to_be_visible(timeout=60_000)
    stage.focus()
    page.keyboard.press("End")
    expect(stage).to_have_attribute("data-step", "59")


@pytest.mark.browser
def test_without_the_word_nobody_comes_in(hub: Hub, new_page: Callable[..., Watched]) -> None:
    page = new_page().page
    page.goto(f"{hub.url}/hub/login")
    page.get_by_label("Username:").fill("stranger")
    page.get_by_label("Password:").fill("guessed")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_text("Invalid username or password")).to_be_visible()
    assert not (hub.homes / "stranger").exists()
