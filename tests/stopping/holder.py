import glob, json, os, select, signal, subprocess, sys, time
spec = json.loads(sys.argv[1])
def as_usual():
    # Who runs the tests may ignore hang-ups or interrupts, and what it runs would too.
    for kind in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(kind, signal.SIG_DFL)
reader, writer = os.openpty() if spec["terminal"] else os.pipe()
out = open(spec["out"], "wb")
run = subprocess.Popen(spec["command"], cwd=spec["folder"], stdin=subprocess.DEVNULL, stdout=out,
    preexec_fn=as_usual, stderr=writer, env={**os.environ, "RAYON_NUM_THREADS": "1", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"})
os.close(writer)
said = b""
def listen(until, seconds):
    global said
    end = time.monotonic() + seconds
    while time.monotonic() < end and not (until and until in said):
        if select.select([reader], [], [], 0.05)[0]:
            try:
                more = os.read(reader, 4096)
            except OSError:
                return
            if not more:
                return
            said += more
    assert not until or until in said, said
def settle():
    # A thread that a signal woke is about to run until it has heeded it, however long a busy machine lets it wait.
    end = time.monotonic() + 60
    while run.poll() is None and time.monotonic() < end:
        try:
            states = [open(at).read().rsplit(")", 1)[1].split()[0] for at in glob.glob(f"/proc/{run.pid}/task/*/stat")]
        except OSError:
            continue
        if not states:
            return time.sleep(1)
        if not {"R", "D"} & set(states):
            return
        time.sleep(0.01)
pipe = None
if spec["until"]:
    listen(spec["until"].encode(), 60)
elif spec["signals"]:
    # It can be opened as soon as the program reads it.
    pipe = open(spec["pipe"], "wb")
else:
    listen(None, 1.5)
for _ in range(spec["signals"]):
    run.send_signal(signal.SIGINT)
    settle()
if run.poll() is None:
    with pipe or open(spec["pipe"], "wb") as pipe:
        pipe.write(open(spec["deck"], "rb").read())
status = run.wait(60)
listen(None, 0.5)
print(json.dumps({"status": status, "err": said.decode()}))
