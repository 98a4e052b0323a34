#!/usr/bin/env python3
"""Trains a contact net on a GPU with PyTorch (2.11 was used), from random weights or on from a net.

    cargo build --release -p gammon-training --example courses --example from_floats
    scripts/gpu.py --teacher puretd-prob5.f32 --generator target/release/examples/courses --judge FOLDER --out OUT
    target/release/examples/from_floats OUT/net.f32 1024 products better.net

1. Processes of the generator play courses of games. Each turn comes with the best plays of all 21 rolls, so that
   22 positions are known of it.
2. Meanwhile the net learns the teacher's answers to these positions, for --warm seconds.
3. A large net, which begins as the teacher and sees the features of own nets too, learns what the courses turn out
   to be worth by its own values, the luck of the dice subtracted: temporal differences, once for each of --decays.
4. The net learns the large net's answers: to positions before a roll those that it gives a turn later, to others
   those at once. The rate falls to 0 as a cosine until --end.

FOLDER holds positions that were rolled out, as `courses rolled-out TABLE` writes them: NAME.bin. They are measured
by, never learned from. `scripts/gpu.py selftest` says whether the GPU can record steps (--graph 1).
"""
import argparse, math, os, queue, subprocess, sys, threading, time
import numpy as np
import torch
import torch.nn.functional as F

torch.set_float32_matmul_precision("high")
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
# As src/training/train/numbers.rs has them: rows of the first layer, rows lit at once, heads, bytes of an entry,
# entries of a turn.
ROWS, LIT, HEADS, ENTRY, GROUP = 1947, 49, 32, 110, 22
# Rows, filled up; the last stands for none.
WIDE = 1984
# Units of the large net's layers.
LARGE = [1024, 1024, 512, 256]
EQUITY = torch.tensor([2.0, 1.0, 1.0, -1.0, -1.0], device=DEVICE)
DICE = torch.tensor([1.0 if a == b else 2.0 for a in range(1, 7) for b in range(1, a + 1)], device=DEVICE) / 36
HEAD_NUMBERS = torch.arange(HEADS, device=DEVICE)
BEGUN = time.time()


def say(*words):
    print(f"[{time.time() - BEGUN:6.1f}]", *words, flush=True)


def equity(outputs):
    return outputs @ EQUITY - 1


def flipped(outputs):
    win, wg, wb, lg, lb = outputs.unbind(-1)
    return torch.stack([1 - win, lg, lb, wg, wb], -1)


def unpacked(entries):
    """Lit rows, heads, flags and outputs of entries (n, 110)."""
    rows = entries[:, :2 * LIT].contiguous().view(torch.int16).long()
    outputs = entries[:, 2 * LIT + 2:].contiguous().view(torch.int16).float()
    outputs = torch.where(outputs < 0, outputs + 65536, outputs) / 65535
    return rows, entries[:, 2 * LIT].long(), entries[:, 2 * LIT + 1].long(), outputs


def lit(rows):
    """Zeros and ones (n, WIDE)."""
    x = torch.zeros(rows.shape[0], WIDE, device=rows.device)
    x.scatter_(1, torch.where(rows < 0, WIDE - 1, rows), 1.0)
    x[:, WIDE - 1] = 0
    return x


class Store:
    """Turns from processes, on the device."""

    def __init__(self, command, processes, turns, limit, block, first):
        self.all = torch.empty(limit, GROUP, ENTRY, dtype=torch.uint8, device=DEVICE)
        self.count, self.limit, self.block = 0, limit, block
        self.full, self.free = queue.Queue(), queue.Queue()
        self.processes = []
        for number in range(processes):
            process = subprocess.Popen(command + [str(first + number), str(turns)], stdout=subprocess.PIPE, bufsize=0)
            self.processes.append(process)
            for _ in range(2):
                room = torch.empty(block * GROUP * ENTRY, dtype=torch.uint8, pin_memory=DEVICE == "cuda")
                self.free.put(room)
            threading.Thread(target=self.read, args=(process,), daemon=True).start()

    def read(self, process):
        while True:
            room = self.free.get()
            view, at = memoryview(room.numpy()), 0
            while at < len(view):
                got = process.stdout.readinto(view[at:])
                if not got:
                    return
                at += got
            self.full.put(room)

    def take(self, wait=False):
        """Moves what has come to the device; returns whether there is room for more."""
        while self.count + self.block <= self.limit:
            try:
                room = self.full.get(timeout=1.0) if wait else self.full.get_nowait()
            except queue.Empty:
                return True
            self.all[self.count:self.count + self.block].copy_(room.view(-1, GROUP, ENTRY))
            self.count += self.block
            self.free.put(room)
            if wait:
                return True
        return False

    def stop(self):
        for process in self.processes:
            process.kill()


def teacher_layers(path):
    numbers, sizes, layers, at = np.fromfile(path, dtype="<f4"), [196, 512, 512, 256, 128, 5], [], 0
    for a, b in zip(sizes, sizes[1:]):
        weight = torch.tensor(numbers[at:at + a * b].reshape(b, a))
        layers.append((weight, torch.tensor(numbers[at + a * b:at + a * b + b])))
        at += a * b + b
    assert at == len(numbers)
    weight, bias = layers[0]
    rows = torch.zeros(WIDE, 196)
    for side in range(2):
        for place in range(25):
            for count in range(1, 16):
                row = rows[(side * 25 + place) * 15 + count - 1]
                point = place if side == 0 else 23 - place
                if place == 24:
                    row[98 * side + 96] = count / 2
                else:
                    row[98 * side + 4 * point:][:4] = torch.tensor(
                        [1.0, float(count > 1), float(count > 2), max(count - 3, 0) / 2])
                row[98 * side + 97] = -count / 15
    start = torch.zeros(196)
    start[97] = start[195] = 1
    layers[0] = ((rows @ weight.T).T.contiguous(), bias + weight @ start)
    return layers


class Large(torch.nn.Module):
    """The teacher, widened: what is new adds nothing at first."""

    def __init__(self, layers, sizes):
        super().__init__()
        self.weights, self.biases = torch.nn.ParameterList(), torch.nn.ParameterList()
        before = WIDE
        for n, (weight, bias) in enumerate(layers):
            after = sizes[n] if n < len(sizes) else 5
            wide = torch.zeros(after, before)
            wide[:weight.shape[0], :weight.shape[1]] = weight
            # New units see everything and are not seen.
            new = after - weight.shape[0]
            if new:
                wide[weight.shape[0]:] = torch.randn(new, before) * (2 / (50 if n == 0 else before)) ** 0.5
            long = torch.zeros(after)
            long[:bias.shape[0]] = bias
            self.weights.append(torch.nn.Parameter(wide))
            self.biases.append(torch.nn.Parameter(long))
            before = after

    def forward(self, x):
        for n, (weight, bias) in enumerate(zip(self.weights, self.biases)):
            x = F.linear(x, weight, bias)
            if n + 1 < len(self.weights):
                x = F.relu(x, inplace=True)
        return x


def orderly(outputs):
    win, wg, wb, lg, lb = outputs.unbind(-1)
    wg, lg = torch.minimum(wg, win), torch.minimum(lg, 1 - win)
    return torch.stack([win, wg, torch.minimum(wb, wg), lg, torch.minimum(lb, lg)], -1)


class Units(torch.autograd.Function):
    """Sums to activations (0 to 127), squares or products of two units of each 64."""

    @staticmethod
    def forward(ctx, sums, products):
        ctx.products = products
        ctx.save_for_backward(sums)
        units = sums.clamp(0, 255)
        if products:
            pairs = units.view(sums.shape[0], -1, 2, 32)
            made = (pairs[:, :, 0] * pairs[:, :, 1]).view(sums.shape[0], -1)
        else:
            made = units * units
        return made.add_(256).mul_(1 / 512).floor_()

    @staticmethod
    def backward(ctx, slopes):
        sums, = ctx.saved_tensors
        units = sums.clamp(0, 255)
        inside = (sums > 0) & (sums < 255)
        if ctx.products:
            pairs = units.view(sums.shape[0], -1, 2, 32)
            back = pairs.flip(2) * slopes.view(sums.shape[0], -1, 1, 32)
            back = back.view_as(sums)
        else:
            back = units.mul_(slopes).mul_(2)
        return back.mul_(1 / 512).mul_(inside), None


class Picked(torch.autograd.Function):
    """Units of the second layer from sums in 1/8128, clipped; those of other heads are 0. An end leaks a little."""

    @staticmethod
    def forward(ctx, sums, mask):
        units = (sums * (1 / 8128)).clamp_(0, 1)
        units = units.view(len(sums), HEADS, -1).mul_(mask[:, :, None]).view_as(sums)
        ctx.save_for_backward(units, mask)
        return units

    @staticmethod
    def backward(ctx, slopes):
        units, mask = ctx.saved_tensors
        passed = torch.where((units > 0) & (units < 1), 1 / 8128, 0.01 / 8128)
        passed.mul_(slopes)
        return passed.view(len(units), HEADS, -1).mul_(mask[:, :, None]).view_as(slopes), None


def whole(weights):
    return weights + (weights.round() - weights).detach()


class Small(torch.nn.Module):
    """A gammon net as it is stored."""

    def __init__(self, hidden=1024, products=True, middle=32):
        super().__init__()
        self.hidden, self.products, self.middle = hidden, products, middle
        self.inputs = hidden // 2 if products else hidden

        def uniform(*shape, spread):
            return torch.nn.Parameter(spread * (2 * torch.rand(*shape, device=DEVICE) - 1))

        self.rows = uniform(WIDE, hidden, spread=0.12)
        self.bias = torch.nn.Parameter(torch.full((hidden,), 0.4, device=DEVICE))
        self.mid = uniform(self.inputs, HEADS * middle, spread=1.5 / math.sqrt(hidden))
        self.mid_bias = torch.nn.Parameter(torch.full((HEADS * middle,), 0.3, device=DEVICE))
        self.out = uniform(HEADS * middle, 5, spread=0.3)
        self.out_bias = torch.nn.Parameter(torch.tensor([0.0, -1.2, -4.0, -1.2, -4.0], device=DEVICE).repeat(HEADS, 1))

    def forward(self, x, heads):
        mask = (heads[:, None] == HEAD_NUMBERS).float()
        units = Units.apply(torch.addmm(whole(self.bias * 255), x, whole(self.rows * 255)), self.products)
        middle = Picked.apply(torch.addmm(self.mid_bias * 8128, units, whole(self.mid * 64)), mask)
        return middle @ self.out + mask @ self.out_bias

    @torch.no_grad()
    def limit(self):
        self.rows.clamp_(-2.47, 2.47)
        self.mid.clamp_(-127 / 64, 127 / 64)

    @torch.no_grad()
    def numbers(self):
        """As gammon's `FloatNet` has them."""
        parts = [self.rows[:ROWS], self.bias]
        mid, out = self.mid.view(self.inputs, HEADS, -1), self.out.view(HEADS, self.middle, 5)
        for head in range(HEADS):
            parts += [mid[:, head], self.mid_bias.view(HEADS, -1)[head], out[head].T, self.out_bias[head]]
        return torch.cat([part.float().reshape(-1) for part in parts])

    def load(self, numbers):
        """From what `numbers` gave."""
        at = 0

        def take(*shape):
            nonlocal at
            at += math.prod(shape)
            return torch.tensor(numbers[at - math.prod(shape):at].reshape(shape), device=DEVICE)

        with torch.no_grad():
            self.rows[:ROWS] = take(ROWS, self.hidden)
            self.bias.copy_(take(self.hidden))
            mid, out = self.mid.view(self.inputs, HEADS, -1), self.out.view(HEADS, self.middle, 5)
            for head in range(HEADS):
                mid[:, head] = take(self.inputs, self.middle)
                self.mid_bias.view(HEADS, -1)[head] = take(self.middle)
                out[head] = take(5, self.middle).T
                self.out_bias[head] = take(5)
        assert at == len(numbers)


def loss_of(logits, target, counts=None):
    outputs = torch.sigmoid(logits)
    squares = ((outputs - target) @ EQUITY) ** 2
    cross = F.binary_cross_entropy_with_logits(logits, target, reduction="none").sum(-1)
    if counts is None:
        counts = torch.ones_like(squares)
    squares = squares * counts
    return (0.3 * cross * counts + squares).sum() / counts.sum(), squares.detach().sum() / counts.sum()


class Judge:
    """Positions that were rolled out elsewhere: measured by, never learned from."""

    def __init__(self, folder):
        self.tables = {}
        for name in sorted(os.listdir(folder)):
            if name.endswith(".bin"):
                kind = np.dtype([("decision", "<u4"), ("equity", "<f4"), ("entry", "u1", ENTRY)])
                table = np.fromfile(os.path.join(folder, name), dtype=kind)
                self.tables[name[:-4]] = (table["decision"], torch.tensor(table["equity"].copy(), device=DEVICE),
                                          torch.tensor(table["entry"].copy(), device=DEVICE))

    @torch.no_grad()
    def of(self, answer):
        words = []
        for name, (decisions, rolled, entries) in self.tables.items():
            rows, heads, _, own = unpacked(entries)
            contact = rows[:, 0] >= 0
            found = torch.where(contact[:, None], answer(rows, heads, own), own)
            error = (-equity(found) - rolled)[contact]
            words.append(f"{name} {error.pow(2).mean().sqrt().item():.4f}")
            if name == "ordinary":
                worth, value = rolled.cpu().numpy(), -equity(found).cpu().numpy()
                lost = []
                for decision in np.unique(decisions[decisions > 0]):
                    here = np.flatnonzero(decisions == decision)
                    lost.append(worth[here].max() - worth[here[value[here].argmax()]])
                words.append(f"lost {1000 * np.mean(lost):.2f} of {len(lost)}")
        return ", ".join(words)


def answer_of(net):
    if isinstance(net, Small):
        return lambda rows, heads, own: orderly(torch.sigmoid(net(lit(rows), heads)))
    return lambda rows, heads, own: orderly(torch.sigmoid(net(lit(rows))))


@torch.no_grad()
def values_of(store, net, own_share=0.0, chunk=2048):
    """What the net says of all entries, (turns, 22, 5), as int16 of 1/65534."""
    count = store.count
    values = torch.empty(count, GROUP, 5, dtype=torch.int16, device=DEVICE)
    for at in range(0, count, chunk):
        store.take()
        entries = store.all[at:min(at + chunk, count)]
        rows, heads, flags, own = unpacked(entries.reshape(-1, ENTRY))
        found = orderly(torch.sigmoid(net(lit(rows))))
        found = (1 - own_share) * found + own_share * own
        found = torch.where((rows[:, 0] < 0)[:, None], own, found)
        values[at:at + len(entries)] = (found * 65534 - 32767).round().to(torch.int16).view(-1, GROUP, 5)
    return values


def as_outputs(values):
    return (values.float() + 32767) / 65534


@torch.no_grad()
def worths_of(store, values, decay, turns):
    """The worth of each turn's position as its course went on, the luck subtracted; and the mean over its rolls."""
    count = len(values)
    flags = store.all[:count, 0, 2 * LIT + 1].long()
    goes_on, roll = flags >= 128, flags % 128
    goes_on[-1] = False
    mean = torch.empty(count, 5, device=DEVICE)
    for at in range(0, count, 1 << 18):
        part = flipped(as_outputs(values[at:at + (1 << 18), 1:]))
        mean[at:at + (1 << 18)] = (part * DICE[None, :, None]).sum(1)
    played = flipped(as_outputs(values[torch.arange(count, device=DEVICE), 1 + roll]))
    worth = mean.clone()
    for _ in range(turns - 1):
        after = flipped(torch.roll(worth, -1, 0))
        worth = mean + torch.where(goes_on[:, None], decay * (after - played), torch.zeros_like(mean))
    return worth, mean


def fit(net, store, worth, held, seconds, rate, batch=16384, epochs=1.0):
    """Learns the worth of the turns' positions but for the first `held`; says the error there."""
    groups = torch.optim.AdamW(net.parameters(), lr=rate, betas=(0.9, 0.999), weight_decay=0.01, fused=DEVICE == "cuda")
    steps, begun, step = int(epochs * (len(worth) - held) / batch), time.time(), 0
    net.train()
    total = torch.zeros((), device=DEVICE)
    while step < steps and time.time() - begun < seconds:
        part = max(step / steps, (time.time() - begun) / seconds)
        for group in groups.param_groups:
            group["lr"] = rate * min(1.0, (step + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * part))
        chosen = torch.randint(held, len(worth), (batch,), device=DEVICE)
        rows, heads, _, _ = unpacked(store.all[chosen, 0])
        loss, square = loss_of(net(lit(rows)), worth[chosen].clamp(0, 1))
        groups.zero_grad(set_to_none=True)
        loss.backward()
        groups.step()
        total += square
        step += 1
        if step % 20 == 0:
            store.take()
            if DEVICE == "cuda":
                torch.cuda.synchronize()
    with torch.no_grad():
        errors = []
        for at in range(0, held, 8192):
            rows, _, _, _ = unpacked(store.all[at:min(at + 8192, held), 0])
            found = orderly(torch.sigmoid(net(lit(rows))))
            errors.append(((found - worth[at:at + len(rows)]) @ EQUITY) ** 2)
        errors = torch.cat(errors).mean().sqrt().item()
    say(f"  fitted {step} steps, learned {(total / max(step, 1)).sqrt().item():.5f}, held {errors:.5f}")


class Student:
    """A small net and its optimizer."""

    def __init__(self, rate, batch, **shape):
        self.net, self.rate, self.batch, self.shape = Small(**shape), rate, batch, shape
        on_gpu = DEVICE == "cuda"
        self.adam = torch.optim.Adam(self.net.parameters(), lr=torch.tensor(rate, device=DEVICE), fused=on_gpu,
                                     capturable=on_gpu)
        self.steps, self.total = 0, torch.zeros((), device=DEVICE)

    def set_rate(self, rate):
        for group in self.adam.param_groups:
            group["lr"].fill_(rate * min(1.0, (self.steps + 1) / 300))

    def learn(self, lessons):
        """One step; `lessons` gives rows, heads and targets. Positions without contact light up nothing and don't
        count."""
        rows, heads, target = lessons(self.batch)
        loss, square = loss_of(self.net(lit(rows), heads), target, (rows[:, 0] >= 0).float())
        self.adam.zero_grad(set_to_none=True)
        loss.backward()
        self.adam.step()
        self.net.limit()
        self.total.add_(square)

    def recorded(self, lessons):
        """`learn` as a graph that is replayed at once; the lessons' tensors must stay where they are."""
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(4):
                self.learn(lessons)
        torch.cuda.current_stream().wait_stream(stream)
        graph = torch.cuda.CUDAGraph()
        self.adam.zero_grad(set_to_none=True)
        with torch.cuda.graph(graph):
            self.learn(lessons)
        return graph.replay

    def teach(self, store, lessons, seconds, first, last, graph=False):
        """Teaches for so long, the rate falling from `first` to `last` parts of the student's."""
        self.set_rate(0.0 if graph else self.rate)
        step = self.recorded(lessons) if graph else lambda: self.learn(lessons)
        self.total.zero_()
        begun, seen = time.time(), 0
        while (passed := time.time() - begun) < seconds:
            if seen % 20 == 0:
                share = 0.5 + 0.5 * math.cos(math.pi * passed / seconds)
                self.set_rate(self.rate * (last + (first - last) * share))
                store.take()
                if DEVICE == "cuda":
                    torch.cuda.synchronize()
            step()
            seen += 1
            self.steps += 1
        say(f"  {self.shape}: {seen} steps, {seen * self.batch / 1e6:.0f} M seen,"
            f" {seen * self.batch / seconds / 1e6:.2f} M/s,"
            f" off by {(self.total / max(seen, 1)).sqrt().item():.5f} on the way")


def entries_of(store, of, count, held, parents):
    """Places of entries to learn, and the entries: so great a part of them positions before a roll."""
    turns = torch.randint(held, of, (count,), device=DEVICE)
    within = torch.randint(1, GROUP, (count,), device=DEVICE)
    within[:int(count * parents)] = 0
    return turns, within, store.all[turns, within]


def selftest():
    """Whether steps can be recorded on this machine: a recorded and a plain run go the same way."""
    class Nothing:
        def take(self):
            pass

    errors = []
    for graph in [False, True]:
        torch.manual_seed(1)
        student = Student(4e-3, 4096, hidden=256)
        rows = torch.randint(0, ROWS, (4096 * 4, LIT), device=DEVICE)
        target = torch.rand(4096 * 4, 1, device=DEVICE).expand(-1, 5) * 0.2

        def lessons(count):
            chosen = torch.randint(0, len(rows), (count,), device=DEVICE)
            return rows[chosen], rows[chosen, 0] % HEADS, target[chosen]

        student.teach(Nothing(), lessons, 2.0, 1.0, 0.0, graph)
        errors.append((student.total / student.steps).sqrt().item())
    say("selftest", errors)
    assert errors[1] < 1.5 * errors[0] and errors[1] == errors[1]


def held_error(net, store, values, held):
    """How far the net is from the values on turns that are not learned."""
    errors = []
    with torch.no_grad():
        for at in range(0, held, 1024):
            rows, heads, _, own = unpacked(store.all[at:min(at + 1024, held)].reshape(-1, ENTRY))
            found = orderly(torch.sigmoid(net(lit(rows), heads)))
            error = ((found - as_outputs(values[at:min(at + 1024, held)]).reshape(-1, 5)) @ EQUITY)[rows[:, 0] >= 0]
            errors.append(error ** 2)
    return torch.cat(errors).mean().sqrt().item()


def arguments():
    parser = argparse.ArgumentParser(description="Trains a contact net on a GPU.")
    for name, words in [("teacher", "weights of PureTD prob5"), ("generator", "the example `courses`"),
                        ("judge", "folder of positions that were rolled out"), ("out", "folder for what is made")]:
        parser.add_argument("--" + name, required=True, help=words)
    for name, value, words in [
            ("processes", 15, "generators"), ("seed", 1000, "of the first generator"), ("turns", 8, "of a course"),
            ("limit", 25_000_000, "turns held, 2,420 bytes each"), ("block", 2048, "turns that come together"),
            ("held", 32768, "turns that are not learned"), ("hidden", 1024, "units of the first layer"),
            ("batch", 16384, "positions of a step"), ("graph", 0, "1 records steps and replays them")]:
        parser.add_argument("--" + name, type=int, default=value, help=words)
    for name, value, words in [
            ("rate", 4e-3, "highest rate of the net"), ("warm", 60, "seconds under the teacher"),
            ("parents", 0.3, "part of positions before a roll"), ("large-rate", 3e-4, "highest rate of the large net"),
            ("epochs", 3, "of the large net"), ("fit", 20, "seconds of the large net at most"),
            ("end", 420, "seconds in all")]:
        parser.add_argument("--" + name, type=float, default=value, help=words)
    parser.add_argument("--decays", default="0.7,0.8,0.9,0.9", help="lambda, round after round")
    parser.add_argument("--large", help="large.f16 to go on from")
    parser.add_argument("--start", help="net.f32 to go on from")
    return parser.parse_args()


def main():
    if sys.argv[1:] == ["selftest"]:
        return selftest()
    asked = arguments()
    say(DEVICE, torch.__version__, os.cpu_count(), "processors", vars(asked))
    judge, held = Judge(asked.judge), asked.held
    store = Store([asked.generator], asked.processes, asked.turns, asked.limit, asked.block, asked.seed)
    large = Large(teacher_layers(asked.teacher), LARGE).to(DEVICE)
    if asked.large:
        numbers = torch.tensor(np.fromfile(asked.large, dtype="<f2").astype("f4"), device=DEVICE)
        torch.nn.utils.vector_to_parameters(numbers, large.parameters())
    student = Student(asked.rate, asked.batch, hidden=asked.hidden)
    if asked.start:
        student.net.load(np.fromfile(asked.start, dtype="<f4"))
    say("own nets", judge.of(lambda rows, heads, own: own))
    say("large", judge.of(answer_of(large)))
    say("student", judge.of(answer_of(student.net)))
    while store.count < held + 4 * store.block:
        store.take(wait=True)

    def first_lessons(count):
        _, _, entries = entries_of(store, store.count, count, held, asked.parents)
        rows, heads, _, _ = unpacked(entries)
        with torch.no_grad():
            return rows, heads, orderly(torch.sigmoid(large(lit(rows))))

    student.teach(store, first_lessons, asked.warm, 1.0, 1.0)
    say("warmed up", judge.of(answer_of(student.net)), f"{store.count} turns")
    values = values_of(store, large)
    for n, decay in enumerate(float(word) for word in asked.decays.split(",")):
        worth, mean = worths_of(store, values, decay, asked.turns)
        say(f"{len(values)} turns valued; noise {((worth - mean) @ EQUITY).std().item():.4f}")
        fit(large, store, worth, held, asked.fit, asked.large_rate, epochs=asked.epochs)
        say(f"large {n + 1}, decay {decay}:", judge.of(answer_of(large)))
        del worth, mean, values
        values = values_of(store, large)
    store.stop()
    keep(asked.out, "large", torch.nn.utils.parameters_to_vector(large.parameters()).half())
    _, mean = worths_of(store, values, 0.0, 1)

    def lessons(count):
        turns, within, entries = entries_of(store, len(values), count, held, asked.parents)
        rows, heads, _, _ = unpacked(entries)
        return rows, heads, torch.where((within == 0)[:, None], mean[turns], as_outputs(values[turns, within]))

    student.teach(store, lessons, max(asked.end - (time.time() - BEGUN), 1), 1.0, 0.0, asked.graph == 1)
    keep(asked.out, "net", student.net.numbers())
    say(f"from what it learns {held_error(student.net, store, values, held):.5f};", judge.of(answer_of(student.net)))


def keep(folder, name, numbers):
    os.makedirs(folder, exist_ok=True)
    kind = ".f16" if numbers.dtype == torch.float16 else ".f32"
    numbers.detach().cpu().numpy().tofile(os.path.join(folder, name + kind))


if __name__ == "__main__":
    main()
