// boardgame.io's own server, in memory: tic-tac-toe, and a game whose state is as large as ours.
const { Server, Origins } = require("boardgame.io/server");
const { INVALID_MOVE, PlayerView, TurnOrder } = require("boardgame.io/core");

const turn = { minMoves: 1, maxMoves: 1, order: TurnOrder.DEFAULT };

const ticTacToe = {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn,
  moves: {
    click: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return INVALID_MOVE;
      G.cells[cell] = playerID;
    },
  },
};

const SQUARES = 81;
const CARDS = 60;
const large = {
  name: "large",
  setup: () => ({
    squares: Array.from({ length: SQUARES }, (_, i) => ({
      name: `square ${i}`,
      height: 0,
      figure: null,
      colour: ["black", "grey", "white", "purple"][i % 4],
    })),
    log: Array.from({ length: 20 }, () => ({ seat: "0", text: "move b6 d4", points: 0 })),
    secret: { deck: Array.from({ length: CARDS }, (_, i) => `card ${i}`) },
    players: { 0: { hand: ["card 1"] }, 1: { hand: ["card 2"] } },
  }),
  playerView: PlayerView.STRIP_SECRETS,
  turn,
  moves: {
    click: ({ G, playerID }, cell) => {
      const square = G.squares[cell % SQUARES];
      if (square === undefined || square.height > 50) return INVALID_MOVE;
      square.height += 1;
      square.figure = playerID;
      G.log.shift();
      G.log.push({ seat: playerID, text: `block ${cell}`, points: square.height });
    },
  },
};

const server = Server({ games: [ticTacToe, large], origins: [Origins.LOCALHOST] });
server.run({ port: Number(process.argv[2]) }, () => console.log("ready"));
