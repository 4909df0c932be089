// Made by generate_protocol.py from src/tourelle/server/protocol: change it there.

export type Language = 'en' | 'fr' | 'de'

/** One option of a game, with its sentence and the labels of its values. */
export interface OptionInfo {
  name: string
  clause: string
  sentence: string
  default: boolean | number | string
  values: (boolean | number | string)[]
  labels: string[]
}

/** An edition: a name for a set of option values. */
export interface PresetInfo {
  name: string
  label: string
  sentence: string
  values: Record<string, boolean | number | string>
}

/** An opponent. */
export interface BotInfo {
  name: string
  label: string
  character: string
  level: number | null
  style: boolean
}

/** One title. */
export interface GameInfo {
  title: string
  label: string
  sentence: string
  reconstruction: string | null
  seats: number[]
  usual_seats: number
  options: OptionInfo[]
  presets: PresetInfo[]
  bots: BotInfo[]
  guided: boolean
}

/** Who shall sit at a seat: someone at this screen, a friend by link, anyone, a bot. */
export interface SeatWish {
  kind: 'here' | 'link' | 'open' | 'bot'
  name?: string
  bot?: string | null
  crest?: '' | 'tower' | 'crown' | 'key' | 'star' | 'moon' | 'sun' | 'tree' | 'swan'
}

/** How a clock runs: seconds for the game (`live`) or for each turn (`turns`).

`increment`: seconds that every turn adds in a live game. `late`: the bot that plays on for
whoever has no time left, or `loses`. */
export interface Pace {
  kind: 'live' | 'turns'
  time: number
  increment: number
  late: string
}

/** A table to be opened; `seen`: who finds it and who may watch; `pace`: its clock, if any. */
export interface NewTable {
  game: string
  options?: Record<string, boolean | number | string>
  seats: SeatWish[]
  seen?: 'public' | 'link' | 'private'
  pace?: Pace | null
}

/** The secret that lets its holder sit at a seat; it rides in the fragment of a link. */
export interface SeatKey {
  seat: number
  secret: string
  link: string
}

/** What lets one person sit down at a seat: its first use makes the key; it opens no more. */
export interface Invitation {
  seat: number
  secret: string
  link: string
}

/** A table, the keys of the seats at this screen, an invitation for each that waits. */
export interface OpenedTable {
  table: string
  keys: SeatKey[]
  invitations: Invitation[]
}

/** A wish to take a seat that is free for anyone; answered like a new table, with one key.

`colour`: the seat that is taken if it is free. Whoever sends the same `claim` again, because
the answer was lost, gets the same key again. */
export interface JoinTable {
  name?: string
  claim?: string | null
  crest?: '' | 'tower' | 'crown' | 'key' | 'star' | 'moon' | 'sun' | 'tree' | 'swan'
  colour?: number | null
}

/** A wish to take the seat of an invitation; answered like a new table, with one key. */
export interface AcceptInvitation {
  name?: string
  claim?: string | null
  crest?: '' | 'tower' | 'crown' | 'key' | 'star' | 'moon' | 'sun' | 'tree' | 'swan'
  colour?: number | null
  invitation: string
}

/** A wish to know what an invitation is good for; uses nothing up. */
export interface LookAtInvitation {
  invitation: string
}

/** The seat of an invitation, whether it can be taken, and the table of the rematch if any. */
export interface InvitationState {
  seat: number
  used: boolean
  rematch: string | null
}

/** Where else this server can be reached; empty where only this computer reaches it.

`local`: the page was opened at an address that other computers don't know. */
export interface Addresses {
  local: boolean
  others: string[]
}

/** A wish that a program may play at one's seat; an earlier token of the seat is revoked. */
export interface TokenWish {
  seat: number
}

/** A wish of a table's creator that somebody goes. */
export interface RemoveWish {
  seat: number
}

/** What was wished has happened; `number`: of the table's last journal entry now. */
export interface Granted {
  number: number
}

/** What everybody may know of a seat. */
export interface SeatState {
  seat: number
  letter: string
  name: string
  kind: 'person' | 'bot' | 'empty'
  bot: string | null
  level: number | null
  lent: boolean
  awaited: boolean
  connected: boolean
  thinking: boolean
  program: boolean
  crest: '' | 'tower' | 'crown' | 'key' | 'star' | 'moon' | 'sun' | 'tree' | 'swan'
  points: number
}

/** One line of the ledger: what would give a seat points now. */
export interface LedgerTerm {
  seat: number
  what: string
  label: string
  at: string | null
  clause: string
  points: number
  span: string
}

/** A scoring that an action brought: what it is called, and what gave whom how much. */
export interface Scored {
  title: string
  terms: LedgerTerm[]
}

/** One line of the log: an action, an undo (asked for or done), a word said, a change of seats.

An undo that waits for consent has the text `undo?`, then `undo yes` and `undo no` answer it;
one that is done is `undo 57`: the number of actions that are left. */
export interface LogEntry {
  number: number
  kind: 'action' | 'undo' | 'chat' | 'seat' | 'over' | 'rematch' | 'clock'
  seat: number | null
  action: number | null
  text: string
  sentence: string
  squares: string[]
  at: number
  brief: string
  way: string[]
  floors: number[]
  price: string
  gained: number[]
  news: string[]
  scored: Scored | null
  facts: Record<string, unknown>
}

/** A legal action: its notation, its kind, the squares it touches, in order, and a sentence. */
export interface Choice {
  text: string
  kind: string
  squares: string[]
  sentence: string
  way: string[]
  floors: number[]
  price: number
  gains: number
  ends: boolean
  facts: Record<string, unknown>
}

/** An action that one rule alone forbids, and why, in a sentence. */
export interface Near {
  text: string
  kind: string
  squares: string[]
  sentence: string
  clause: string
}

/** What each seat would score if the year, or the game, ended now; then where it would stand. */
export interface Ledger {
  terms: LedgerTerm[]
  totals: number[]
  settled: boolean
}

/** An undo that waits for consent: `agree` and `refuse` name its entry. */
export interface UndoWish {
  wish: number
  seat: number
  waits_for: number[]
}

/** The clock of a table, as it stood when this was said. */
export interface ClockState {
  pace: Pace
  late: string
  left: number[]
  running: number | null
  paused: boolean
  wanting: number[]
}

/** A table as one listener sees it, whole. */
export interface TableState {
  type: 'state'
  table: string
  game: string
  label: string
  options: Record<string, boolean | number | string>
  summary: string
  status: 'waiting' | 'running' | 'over'
  number: number
  actions: number
  seats: SeatState[]
  yours: number[]
  looking: number | null
  to_move: number | null
  view: Record<string, unknown>
  diagram: string | null
  facts: Record<string, unknown>
  choices: Choice[]
  nearly: Near[]
  ledger: Ledger
  undo: boolean
  undo_needs_consent: boolean
  redo: boolean
  undo_asked: UndoWish | null
  clock: ClockState | null
  chat: boolean
  creator: number | null
  watchers: number
  watching: string[]
  changed: number
  staged: number
  imported: number | null
  seed_hash: string
  seed: string | null
  outcome: Record<string, unknown> | null
  ending: string | null
  log: LogEntry[]
  rematch: string | null
  damage: string | null
}

/** An action was refused, or a `why` is answered; nothing changed. */
export interface Refused {
  type: 'refused'
  action: string
  reason: string
  clause: string
  sentence: string
}

/** The answer to a `why` about an action that is legal. */
export interface Allowed {
  type: 'allowed'
  action: string
}

/** A message could not be taken: stale number, not your seat, malformed, too fast, ... */
export interface Trouble {
  type: 'trouble'
  reason: string
  sentence: string
  number: number
}

/** How far a bot is with its turn, told a few times a second; a quick one is never heard of. */
export interface Thinking {
  type: 'thinking'
  seat: number
  share: number | null
}

/** The answer to a ping. */
export interface Pong {
  type: 'pong'
}

/** Part of a table's log, as one listener may read it. */
export interface LogPage {
  log: LogEntry[]
}

/** A position of a table's past, as one listener may see it. */
export interface Moment {
  actions: number
  view: Record<string, unknown>
  diagram: string | null
  facts: Record<string, unknown>
  ledger: Ledger
  points: number[]
  to_move: number | null
  entry: LogEntry | null
}

/** A wish to know what a strong player would do after so many actions; None: now. */
export interface HintWish {
  actions?: number | null
}

/** A turn worth playing. */
export interface HintCandidate {
  turn: Choice[]
  chance: number | null
  points: number[]
  visits: number
}

/** What a strong player would do, the best turn first, from what the seat to move can see. */
export interface Hint {
  actions: number
  seat: number
  candidates: HintCandidate[]
}

/** A position of no table in writing: a document, one line, a record where it was dealt. */
export interface StudyTexts {
  document: Record<string, unknown>
  line: string
  record: Record<string, unknown> | null
}

/** A record as `.tourelle.json` holds it; the seed is null while the game runs. */
export interface RecordJson {
  tourelle: number
  game: string
  rules: number
  options: Record<string, boolean | number | string>
  seats: Record<string, string>[]
  seed: number | string | null
  actions: string[]
  times: number[]
  outcome: Record<string, unknown> | null
  imported: number | null
}

/** One heading of the rules with the Markdown under it; clauses are called T5.2. */
export interface Clause {
  id: string
  title: string
  depth: number
  text: string
}

/** Whether the server can be played on: every title is compiled, and the journal keeps. */
export interface Health {
  ready: boolean
  keeping: boolean
  compiling: string | null
  version: string
  tables: number
  connections: number
}

/** Why a request was refused: a machine name, a clause of the rules or nothing, a sentence. */
export interface Problem {
  reason: string
  clause: string
  sentence: string
}

/** A table in a list. */
export interface TableSummary {
  table: string
  game: string
  label: string
  summary: string
  status: 'waiting' | 'running' | 'over'
  seats: SeatState[]
  to_move: number | null
  actions: number
  changed: number
  open_seats: number
  pace: Pace | null
  watchers: number
}

/** Tables to join, games to watch, and games lately played; the latest of each. */
export interface LobbyState {
  open: TableSummary[]
  running: TableSummary[]
  over: TableSummary[]
}

/** A table and the secrets that somebody holds of it. */
export interface KeptTable {
  table: string
  secrets: string[]
}

/** A wish to know how one's tables stand. */
export interface OwnWish {
  tables: KeptTable[]
}

/** A table where one has a seat, as seen from there. */
export interface OwnTable {
  summary: TableSummary
  yours: number[]
  clock: ClockState | null
  view: Record<string, unknown>
  diagram: string | null
  facts: Record<string, unknown>
}

/** One's tables in the order they were asked for, and those that are no more. */
export interface OwnTables {
  tables: OwnTable[]
  gone: string[]
}

/** A post to an address: Slack's, Discord's, or of anything that reads JSON. */
export interface WebhookWay {
  kind: 'webhook'
  url: string
}

/** A browser that can be told something though no page is open; as it says of itself. */
export interface PushWay {
  kind: 'push'
  url: string
  p256dh: string
  auth: string
}

/** A mail; nothing is sent before its reader has agreed. */
export interface MailWay {
  kind: 'mail'
  address: string
}

/** A wish to be told by some way when it is the turn of one's own seat. */
export interface NoticeWish {
  seat: number
  way: WebhookWay | PushWay | MailWay
}

/** A way by which somebody is told; only so much of it is said as is needed to know it again. */
export interface NoticeWay {
  id: string
  kind: 'webhook' | 'push' | 'mail'
  where: string
  agreed: boolean
}

/** The ways of a seat. */
export interface NoticeWays {
  ways: NoticeWay[]
}

/** Which ways this server has: the key for push messages, and whether it sends mail. */
export interface NoticeOffer {
  push_key: string
  mail: boolean
}

/** What the reader of a mail says, by a link that only that mail holds. */
export interface MailAnswer {
  who: string
  proof: string
  on: boolean
}

/** Whether mail goes to an address now. */
export interface MailState {
  on: boolean
}

/** Something to put on the board, or to take from it: `put NAME PLACE`. */
export interface EditTool {
  name: string
  label: string
  seat: number | null
  places: string[]
  shown: boolean
}

/** A value to choose, or something that may be in a bag. */
export interface EditChoice {
  value: string | number | boolean
  label: string
}

/** A value beside the board: `set KEY VALUE`. */
export interface EditField {
  key: string
  label: string
  kind: 'number' | 'choice' | 'flag' | 'bag'
  value: string | number | boolean | Record<string, number> | null
  seat: number | null
  least: number
  most: number
  choices: EditChoice[]
  option: boolean
}

/** A position that is set up: what can be put and set, and why it can't be, if it can't. */
export interface Draft {
  tools: EditTool[]
  fields: EditField[]
  document: Record<string, unknown>
  line: string | null
  trouble: Problem | null
  at: string | null
  state: TableState | null
}

/** A likely wrong action (`*` at its end: anything) and what is said to it. */
export interface LessonMistake {
  action: string
  says: string
  places: string[]
}

/** One position, one goal, and what is answered to what the learner does. */
export interface LessonStep {
  line: string
  seat: number
  goal: string
  more: string
  clause: string
  rule: string
  answers: string[][]
  points: number | null
  score: number | null
  then: string[]
  mistakes: LessonMistake[]
  hint: string
  hint_places: string[]
  done: string
}

/** A few steps about one thing. */
export interface LessonInfo {
  name: string
  title: string
  minutes: number
  steps: LessonStep[]
  able: string
}

/** When a hint is given: all that is said here must hold. */
export interface TipMoment {
  offers: string | null
  gains: number | null
  turn: number | null
  played: string | null
  met: string | null
  scored: boolean
  counts: boolean
  where: Record<string, unknown>
}

/** One hint of the first game, given once. */
export interface TipInfo {
  name: string
  when: TipMoment
  title: string
  says: string
  clause: string
  at: string
}

/** A short game against the easiest opponent, with hints. */
export interface FirstGameInfo {
  seats: number
  options: Record<string, boolean | number | string>
  about: string
  goal: string
  tips: TipInfo[]
}

/** What there is to learn of a title. */
export interface Course {
  title: string
  label: string
  lessons: LessonInfo[]
  first: FirstGameInfo | null
}

/** A puzzle before it is solved: nothing here tells its solution. */
export interface PuzzleInfo {
  id: string
  line: string
  seat: number
  rating: number
}

/** What some puzzles are about, and how many; which ones they are is told with a solution. */
export interface PuzzleTheme {
  name: string
  label: string
  puzzles: number
}

/** The puzzles of a title; none where it has none. */
export interface Puzzles {
  title: string
  label: string
  puzzles: PuzzleInfo[]
  themes: PuzzleTheme[]
}

/** The turn that is best, and what is known of it. */
export interface PuzzleSolution {
  actions: Choice[]
  missed: Choice[]
  chance: number
  themes: string[]
  solved_by: number | null
}

/** What a tried turn is: not at its end yet, not the one, the solution, or one gave up. */
export interface PuzzleVerdict {
  found: 'going' | 'wrong' | 'solved' | 'shown'
  solution: PuzzleSolution | null
}

/** What every seat may hope for, by seat: the chance to win, the points in the end. */
export interface Expectation {
  chances: number[]
  points: number[]
}

/** A sentence, and the clause of the rules that it goes back to; empty where none says so. */
export interface CitedSentence {
  sentence: string
  clause: string
}

/** What something gave a seat, or took from it: chance to win, points in the end. */
export interface Swing {
  chance: number
  points: number
}

/** Actions of a turn and what they lead to, as their seat could know. */
export interface JudgedVariation {
  chances: number[]
  points: number[]
  at: number
  actions: Choice[]
}

/** A turn of the line that follows, as strong players would play it from there on. */
export interface FollowedTurn {
  seat: number
  actions: Choice[]
}

/** A turn, judged. */
export interface ReviewedTurn {
  number: number
  seat: number
  first: number
  last: number
  part: string
  played: JudgedVariation
  best: JudgedVariation
  follows: FollowedTurn[]
  cost: Swing
  mark: 'inaccuracy' | 'mistake' | 'blunder' | 'only' | null
  luck: Swing
  why: CitedSentence[]
}

/** How a seat has played, and what chance gave it. */
export interface ReviewedSeat {
  accuracy: number | null
  inaccuracies: number
  mistakes: number
  blunders: number
  decided: Swing
  drawn: Swing
}

/** With what a review was made. */
export interface ReviewEngine {
  work: number
  worlds: number
  rules: number
  version: string
  calibrated: boolean
}

/** A game judged turn by turn; while it is being made, as far as it has come. */
export interface Review {
  title: string
  record: string
  seats: ReviewedSeat[]
  start: Expectation
  turns: ReviewedTurn[]
  end: number[] | null
  engine: ReviewEngine
}

/** How far a review is; ask again by its name until it is done. */
export interface ReviewState {
  name: string
  status: 'waiting' | 'running' | 'done' | 'stopped'
  share: number
  review: Review | null
}

/** Something that gave points. */
export interface StorySource {
  what: string
  label: string
  clause: string
}

/** What a turn, and the answers to it until its seat's next, added; turn 0: what stood before.

By source, in the order of the story's sources; years and phases are its parts, from 0 on. */
export interface StoryGain {
  turn: number
  seat: number
  first: number
  last: number
  part: number
  points: number[]
}

/** A turn in which the game turned: its seat's chance to win, or points, before and after. */
export interface StoryPoint {
  turn: number
  seat: number
  first: number
  last: number
  by: 'decision' | 'luck' | 'points'
  before: number
  after: number
}

/** Why a game was won, what every turn added, where it turned. */
export interface Story {
  told: CitedSentence[]
  sources: StorySource[]
  gains: StoryGain[]
  parts: string[]
  totals: number[][]
  turning: StoryPoint[]
  seats: ReviewedSeat[] | null
}

/** A position that teaches: what is about to be played there, or where it is refused. */
export interface TaughtBoard {
  view: Record<string, unknown>
  diagram: string | null
  facts: Record<string, unknown>
  choice: Choice | null
  squares: string[]
}

/** A sentence or two beside a board, and the clause they tell. */
export interface TaughtCaption {
  text: string
  clause: string
}

/** Something that may be done, or may not and why. */
export interface TaughtCase {
  right: boolean
  text: string
  clause: string
  board: TaughtBoard
}

/** One idea of a title: boards that follow each other, captions, cases under a heading. */
export interface TaughtPage {
  id: string
  title: string
  lead: string
  boards: TaughtBoard[]
  captions: TaughtCaption[]
  heading: string
  cases: TaughtCase[]
  shows: string[]
}

/** A line of the player aid: what costs or brings how much, or a card and its effect. */
export interface AidRow {
  text: string
  value: string
  about: string
}

/** A part of the player aid. */
export interface AidSection {
  title: string
  rows: AidRow[]
}

/** What teaches a title, in the order one plays; empty where its author wrote none. */
export interface Teaching {
  language: string
  pages: TaughtPage[]
  aid: AidSection[]
}

/** The first message: who I am, what I have seen, which language I read.

`name`: by which a watcher wishes to be named to the others; nothing: only counted. */
export interface Hello {
  type: 'hello'
  secrets?: string[]
  since?: number
  language?: 'en' | 'fr' | 'de'
  name?: string
}

/** Play an action at the position after journal entry `number`. */
export interface Submit {
  type: 'submit'
  number: number
  seat: number
  action: string
}

/** Take one's last action back, or ask the others whether one may. */
export interface Undo {
  type: 'undo'
  number: number
  seat: number
}

/** Play again what one's last undo took back, the answers of bots included. */
export interface Redo {
  type: 'redo'
  number: number
  seat: number
}

/** Let another have the undo that entry `wish` asks for. */
export interface Agree {
  type: 'agree'
  wish: number
  seat: number
}

/** Don't let another have the undo that entry `wish` asks for. */
export interface Refuse {
  type: 'refuse'
  wish: number
  seat: number
}

/** Ask why an action is not legal here; changes nothing. */
export interface Why {
  type: 'why'
  action: string
}

/** Say something to the table. */
export interface Chat {
  type: 'chat'
  seat: number
  text: string
}

/** Rename oneself, lend one's seat to a bot (`bot` names it), or take it back. */
export interface Sit {
  type: 'sit'
  seat: number
  name?: string | null
  bot?: string | null
  take_back?: boolean
}

/** Ask that a bot of the usual level plays for somebody who is away, until they come. */
export interface StandIn {
  type: 'stand_in'
  seat: number
}

/** Wish that the clock stands; it does once everybody wishes it. */
export interface Pause {
  type: 'pause'
  seat: number
}

/** Let the clock go on, or refuse the pause that somebody wishes. */
export interface Resume {
  type: 'resume'
  seat: number
}

/** Open the same table again, seats turned by one. */
export interface Rematch {
  type: 'rematch'
}

/** Read on in another language; answered with a whole state. */
export interface Language_ {
  type: 'language'
  language: 'en' | 'fr' | 'de'
}

/** Answered with a pong, so that a dead connection is noticed. */
export interface Ping {
  type: 'ping'
}

/** By what a player wishes to be known; `changed`: when they said so, in ms since 1970. */
export interface Profile {
  name: string
  colour: number | null
  crest: '' | 'tower' | 'crown' | 'key' | 'star' | 'moon' | 'sun' | 'tree' | 'swan'
  changed: number
}

/** Games against one kind of opponents: bots alone, or people too. */
export interface Opposition {
  games: number
  won: number
  average: number | null
}

/** What a player has reached in one title. */
export interface TitleStanding {
  game: string
  label: string
  rating: number | null
  spread: number
  rated: number
  course: number[]
  best: number | null
  bots: Opposition
  people: Opposition
}

/** What the server keeps of a player, besides their games. */
export interface You {
  profile: Profile | null
  standings: TitleStanding[]
  games: number
}

/** Somebody at a table of one's own. */
export interface OwnSitter {
  name: string
  bot: string | null
  points: number | null
  won: boolean
}

/** A game of one's own in the list. */
export interface OwnGame {
  table: string
  game: string
  label: string
  seat: number
  opened: number
  ended: number | null
  status: 'waiting' | 'running' | 'over' | 'gone'
  place: number | null
  seats: OwnSitter[]
  rating: number | null
  change: number | null
  unrated: string | null
  key: SeatKey | null
}

/** Some of one's games, the latest first; `more`: there are earlier ones. */
export interface OwnGames {
  games: OwnGame[]
  found: number
  more: boolean
}

/** Tables whose keys this device holds, to be listed among one's games. */
export interface Adoption {
  tables: KeptTable[]
}

/** How many games were new to the list. */
export interface Adopted {
  games: number
}

/** How many games are no longer kept under one's key. */
export interface Forgotten {
  games: number
}

/** What goes to another device: the player's key, and whatever else the page keeps. */
export interface Luggage {
  things: Record<string, unknown>
}

/** A code that brings one's things to another device, once, for some minutes. */
export interface CarryCode {
  code: string
  seconds: number
}

/** The code, as somebody typed it. */
export interface TakeLuggage {
  code: string
}

export type FromBrowser = Hello | Submit | Undo | Redo | Agree | Refuse | Why | Chat | Sit | StandIn | Pause | Resume | Rematch | Language_ | Ping

export type ToBrowser = TableState | Refused | Allowed | Trouble | Thinking | Pong
