// Two players at every match of boardgame.io, one action a match at a pace; prints times in ms.
const { io } = require("socket.io-client");

const [port, game, matches, pace, seconds, first] = process.argv.slice(2);
const times = [];
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

class Match {
  constructor(number) {
    this.id = `match-${first}-${number}`;
    this.states = [-1, -1];
    this.waiting = [[], []];
    this.moves = 0;
  }

  async open() {
    this.sockets = [0, 1].map((seat) => {
      const socket = io(`http://127.0.0.1:${port}/${game}`, { transports: ["websocket"], forceNew: true });
      socket.on("connect", () => socket.emit("sync", this.id, String(seat), undefined, 2));
      socket.on("sync", (_, info) => this.hear(seat, info.state._stateID));
      socket.on("update", (_, state) => this.hear(seat, state._stateID));
      socket.on("patch", (_, before, after) => this.hear(seat, after));
      return socket;
    });
    await Promise.all([0, 1].map((seat) => this.until(seat, 0)));
  }

  hear(seat, number) {
    this.states[seat] = number;
    this.waiting[seat] = this.waiting[seat].filter(([wanted, done]) => number < wanted || done());
  }

  until(seat, wanted) {
    return this.states[seat] >= wanted
      ? undefined
      : new Promise((done) => this.waiting[seat].push([wanted, () => void done()]));
  }

  async play(until) {
    await sleep(Math.random() * pace * 1000);
    while (performance.now() < until && (game === "large" || this.moves < 9)) {
      const seat = this.moves % 2;
      const number = this.states[seat];
      const payload = { type: "click", args: [this.moves], playerID: String(seat) };
      const started = performance.now();
      this.sockets[seat].emit("update", { type: "MAKE_MOVE", payload }, number, this.id, String(seat));
      await this.until(1 - seat, number + 1);
      const spent = performance.now() - started;
      times.push(spent);
      await this.until(seat, number + 1);
      this.moves += 1;
      await sleep(Math.max(0, (0.5 + Math.random()) * pace * 1000 - spent));
    }
  }
}

async function main() {
  const all = Array.from({ length: Number(matches) }, (_, number) => new Match(number));
  for (const match of all) await match.open();
  console.log("open");
  const until = performance.now() + 1000 * seconds;
  await Promise.all(all.map((match) => match.play(until)));
  console.log(JSON.stringify(times));
  process.exit(0);
}

main();
