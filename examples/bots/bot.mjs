// A bot in forty lines: prefers building to moving, and looks at the scores. `cmd:node bot.mjs`
import { createInterface } from 'node:readline'

const LIKES = ['build', 'destroy', 'hit', 'tower', 'long', 'short', 'double', 'block', 'knight', 'move']

/** Say something; every message is one line. */
function say(message) {
  console.log(JSON.stringify(message))
}

/** How much this bot likes an action: the sooner its first word is listed, the more. */
function liking(text) {
  const rank = LIKES.indexOf(text.split(' ')[0])
  return rank < 0 ? 0 : LIKES.length - rank
}

/** One of the legal actions that it likes best; `turn.document` is what its seat may see. */
function choose(turn) {
  const best = Math.max(...turn.legal.map(liking))
  const liked = turn.legal.filter((text) => liking(text) === best)
  return liked[Math.floor(Math.random() * liked.length)]
}

const answers = {
  hello: () => say({ type: 'hello', protocol: 1, name: 'forty lines', wants: ['document', 'legal'] }),
  turn: (message) => {
    say({ type: 'info', text: `seat ${message.seat} has ${message.legal.length} choices` })
    say({ type: 'play', actions: [choose(message)] })
  },
  quit: () => process.exit(0),
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line)
  const answer = answers[message.type]
  if (answer) answer(message)
  else say({ type: 'error', text: `no message ${message.type}` })
}
