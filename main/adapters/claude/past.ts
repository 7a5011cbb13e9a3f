import type { SDKMessage } from '@anthropic-ai/claude-agent-sdk'
import type { PastRow } from '../../conversation-port.ts'
import { blockLimit, cut, readBlocks } from './blocks.ts'
import type { Line } from './lines.ts'
import { readUserLine } from './person-words.ts'
import { isKind } from './transcript.ts'

/** What of a conversation a tab shows: the newest turns, so many, with so many rows and characters, at most. */
const most = { turns: 200, rows: 3000, text: 4 * 1024 * 1024 }

interface Placed extends PastRow {
  /** Which line it came from. */
  readonly line: number
}

/** Reads a conversation line by line, keeping what was said in its newest turns: its memory is that of these. */
export class PastReader {
  /** The rows of each turn; the first may be what was said before any. */
  #turns: Placed[][] = []
  #rows = 0
  #size = 0
  #line = 0
  /** Where the lines are to which a later prompt may go back. */
  #places = new Map<string, number>()
  #earlier = 0
  /** Whether anything was said in it. */
  hasWords = false

  take(line: Line): void {
    this.#line += 1
    const { uuid, type } = line
    if (line['isSidechain'] === true) return
    if (type === 'user') this.#user(line)
    else if (type === 'assistant') this.#add(line, readBlocks(line as unknown as SDKMessage), null)
    else if (type === 'system' && line['subtype'] === 'local_command') this.#output(line)
    else if (type === 'attachment') this.#folded(line)
    if (type === 'assistant') this.hasWords = true
    if (typeof uuid === 'string') this.#places.set(uuid, this.#line)
    this.#trim()
  }

  get rows(): readonly PastRow[] {
    return this.#turns.flat().map(({ at, prompt, said }) => ({ at, prompt, said }))
  }

  /** How many turns `rows` has. */
  get turns(): number {
    return this.#turns.filter(([first]) => first?.prompt).length
  }

  /** Turns of which nothing is kept. */
  get earlier(): number {
    return this.#earlier
  }

  #user(line: Line): void {
    const user = readUserLine(line)
    if (user.is === 'nothing') return
    this.hasWords = true
    if (user.is === 'words') return this.#prompt(line, user.text)
    if (user.is === 'results') return this.#add(line, readBlocks(line as unknown as SDKMessage), null)
    if (user.is === 'interruption') return this.#add(line, [{ kind: 'interrupted' }], null)
    this.#add(line, [{ kind: 'text', text: user.text }], null)
  }

  #prompt(line: Line, text: string): void {
    this.#goBack(line)
    const prompt = typeof line['uuid'] === 'string' ? line['uuid'] : null
    this.#turns.push([])
    this.#add(line, [{ kind: 'human', text: cut(text, blockLimit) }], prompt)
  }

  /** Words that came in while it worked. */
  #folded(line: Line): void {
    const attachment = line['attachment']
    if (!isKind(attachment, 'queued_command')) return
    const user = readUserLine({ message: { content: attachment['prompt'] } })
    if (user.is === 'words') this.#add(line, [{ kind: 'human', text: user.text }], null)
  }

  #output(line: Line): void {
    const user = readUserLine({ message: { content: line['content'] } })
    if (user.is === 'output') this.#add(line, [{ kind: 'text', text: user.text }], null)
  }

  /** A prompt that goes on from an earlier line: what came after that was taken back. */
  #goBack(line: Line): void {
    const parent = line['parentUuid']
    const place = typeof parent === 'string' ? this.#places.get(parent) : undefined
    if (place === undefined) return
    const kept = this.#turns.map((turn) => turn.filter((row) => row.line <= place))
    const rows = kept.flat()
    this.#turns = kept.filter((turn) => turn.length > 0)
    this.#rows = rows.length
    this.#size = rows.reduce((sum, row) => sum + sizeOf(row), 0)
  }

  #add(line: Line, all: readonly PastRow['said'][], prompt: string | null): void {
    const at = Date.parse(String(line['timestamp'])) || 0
    for (const said of all) {
      const row = { at, prompt, said, line: this.#line }
      if (this.#turns.length === 0) this.#turns.push([])
      this.#turns.at(-1)?.push(row)
      this.#rows += 1
      this.#size += sizeOf(row)
    }
  }

  /** What is too much goes from the front, by turns; of a single one by rows, but for its prompt. */
  #trim(): void {
    while (this.#turns.length > 1 && (this.#turns.length > most.turns || this.#isMuch())) {
      const [gone = []] = this.#turns.splice(0, 1)
      this.#forget(gone)
      if (gone[0]?.prompt) this.#earlier += 1
    }
    const [only] = this.#turns
    while (only && only.length > 2 && this.#isMuch()) this.#forget(only.splice(1, 1))
    if (this.#places.size > 4 * most.rows) this.#places = new Map([...this.#places].slice(-2 * most.rows))
  }

  #isMuch(): boolean {
    return this.#rows > most.rows || this.#size > most.text
  }

  #forget(rows: readonly Placed[]): void {
    this.#rows -= rows.length
    this.#size -= rows.reduce((sum, row) => sum + sizeOf(row), 0)
  }
}

function sizeOf({ said }: PastRow): number {
  if (said.kind === 'tool') return said.input.length
  return said.kind === 'interrupted' ? 0 : said.text.length
}
