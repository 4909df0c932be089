// The lines of a study: a tree of actions whose first children are the main line. Pure: every change makes a new tree.
import type { LogEntry } from '../protocol'

export interface Node {
  action: string
  seat?: number | null
  words?: string // what it did, in a sentence, as it was last told
  name?: string | undefined // of the line that begins here
  comment?: string | undefined
  children: Node[]
}

/** Actions from the beginning of the study. */
export type Path = readonly string[]

export const ROOT: Node = { action: '', children: [] }

/** A tree of one line. */
export function lineOf(actions: Path): Node {
  return { ...ROOT, children: under(actions) }
}

function under(actions: Path): Node[] {
  const [first, ...rest] = actions
  return first === undefined ? [] : [{ action: first, children: under(rest) }]
}

export function nodeAt(root: Node, path: Path): Node | null {
  let node: Node | null = root
  for (const action of path) node = node?.children.find((child) => child.action === action) ?? null
  return node
}

/** The tree with one node changed; null takes it out. */
function changed(root: Node, path: Path, change: (node: Node) => Node | null): Node {
  const [first, ...rest] = path
  if (first === undefined) return change(root) ?? root
  const children = root.children.flatMap((child) => {
    if (child.action !== first) return [child]
    if (rest.length > 0) return [changed(child, rest, change)]
    const made = change(child)
    return made ? [made] : []
  })
  return { ...root, children }
}

/** The tree in which a line leads along a path; what is there already stays. */
export function grown(root: Node, path: Path): Node {
  const [first, ...rest] = path
  if (first === undefined) return root
  const known = root.children.find((child) => child.action === first)
  const child = grown(known ?? { action: first, children: [] }, rest)
  if (known) return child === known ? root : { ...root, children: root.children.map((one) => (one === known ? child : one)) }
  return { ...root, children: [...root.children, child] }
}

export function removed(root: Node, path: Path): Node {
  return path.length === 0 ? root : changed(root, path, () => null)
}

export function named(root: Node, path: Path, name: string): Node {
  return changed(root, path, (node) => ({ ...node, name: name.trim() || undefined }))
}

export function commented(root: Node, path: Path, comment: string): Node {
  return changed(root, path, (node) => ({ ...node, comment: comment.trim() || undefined }))
}

/** Where the line that a path is on left another: the path to its first action; null on the main line. */
export function branchOf(root: Node, path: Path): Path | null {
  for (let length = path.length; length > 0; length--) {
    const parent = nodeAt(root, path.slice(0, length - 1))
    if (parent && parent.children[0]?.action !== path[length - 1]) return path.slice(0, length)
  }
  return null
}

/** Put the line that a path is on before the one it left. */
export function promoted(root: Node, path: Path): Node {
  const branch = branchOf(root, path)
  const action = branch?.at(-1)
  if (!branch || action === undefined) return root
  return changed(root, branch.slice(0, -1), (node) => ({
    ...node,
    children: [...node.children.filter((child) => child.action === action), ...node.children.filter((child) => child.action !== action)],
  }))
}

/** The path that goes on along the main line from here to its end. */
export function ending(root: Node, path: Path): Path {
  let node = nodeAt(root, path)
  const found = [...path]
  while (node?.children[0]) {
    node = node.children[0]
    found.push(node.action)
  }
  return found
}

/** Write down who acted and what it did, as a log tells it; entries of before the study come first. */
export function learnt(root: Node, path: Path, log: LogEntry[]): Node {
  const entries = log.filter((entry) => entry.kind === 'action').slice(-path.length)
  if (path.length === 0 || entries.length < path.length) return root
  const learn = (node: Node, depth: number): Node => {
    const action = path[depth]
    if (action === undefined) return node
    const children = node.children.map((child) => {
      const entry = entries[depth]
      if (child.action !== action || !entry) return child
      const told = { ...child, seat: entry.seat, words: entry.sentence }
      return learn(child.words === told.words && child.seat === told.seat ? child : told, depth + 1)
    })
    const same = children.every((child, i) => child === node.children[i])
    return same ? node : { ...node, children }
  }
  return learn(root, 0)
}

/** Every line's end: paths whose last node has nothing after it. */
export function leaves(root: Node, path: Path = []): Path[] {
  if (root.children.length === 0) return path.length > 0 ? [path] : []
  return root.children.flatMap((child) => leaves(child, [...path, child.action]))
}

/** The same tree without what a server can tell again. */
export function bare(node: Node): Node {
  const { action, name, comment, children } = node
  return { action, ...(name ? { name } : {}), ...(comment ? { comment } : {}), children: children.map(bare) }
}

/** One turn of a line, as it is listed. */
export interface Row {
  path: Path // to its last action
  first: Path // to its first
  nodes: Node[]
  seat: number | null
  turn: number // of the game, from 1 on
  depth: number // 0: the main line
  begins: boolean // the first row of a line that leaves another
}

/** All turns in the order of reading: after a turn of a line come those that leave it there. */
export function rows(root: Node): Row[] {
  const found: Row[] = []
  const follow = (start: Node, from: Path, depth: number, turn: number, begins: boolean): void => {
    let node: Node | undefined = start
    let path = from
    let number = turn
    let opens = begins
    while (node) {
      const row: Row = { path, first: path, nodes: [node], seat: node.seat ?? null, turn: number, depth, begins: opens }
      const others: [Node, Path][] = []
      let next: Node | undefined = node.children[0]
      let rest = node.children.slice(1)
      while (next && rest.length === 0 && (next.seat ?? null) === row.seat && row.seat !== null) {
        row.nodes.push(next)
        row.path = [...row.path, next.action]
        rest = next.children.slice(1)
        next = next.children[0]
      }
      others.push(...rest.map((other): [Node, Path] => [other, [...row.path, other.action]]))
      found.push(row)
      const same = (other: Node): number => number + ((other.seat ?? null) === row.seat && row.seat !== null ? 0 : 1)
      if (others.length > 0 && next) {
        // What is played comes first, then what could have been.
        const after = [...row.path, next.action]
        const tail: Row[] = []
        const kept = found.length
        follow(next, after, depth, same(next), false)
        tail.push(...found.splice(kept))
        const head = tail.splice(0, 1)
        found.push(...head)
        for (const [other, to] of others) follow(other, to, depth + 1, same(other), true)
        found.push(...tail)
        return
      }
      opens = false
      if (!next) return
      number = same(next)
      path = [...row.path, next.action]
      node = next
    }
  }
  const [main, ...others] = root.children
  if (!main) return found
  follow(main, [main.action], 0, 1, false)
  const rest = found.splice(1)
  for (const other of others) follow(other, [other.action], 1, 1, true)
  found.push(...rest)
  return found
}
