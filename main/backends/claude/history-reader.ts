import type { SDKMessage } from '@anthropic-ai/claude-agent-sdk'
import type { ImportedRow } from '../../ports/conversations.ts'
import { cut } from '../../adapters/processes/output.ts'
import { readBlocks } from './blocks.ts'
import { maxImportedRows, ImportedTurns } from '../../adapters/processes/imported-turns.ts'
import { readUserLine } from './user-words.ts'
import { isKind, type Line } from './transcript.ts'

interface Placed extends ImportedRow {
  readonly line: number
}

/** Reads a conversation line by line and keeps its newest turns; memory is bounded by these. */
export class ClaudeHistoryReader {
  readonly #past = new ImportedTurns<Placed>()
  #line = 0
  /** Line numbers by uuid, for prompts that continue from an earlier line. */
  #places = new Map<string, number>()
  hasWords = false

  take(line: Line): void {
    this.#line += 1
    const { uuid, type } = line
    if (line['isSidechain'] === true) return
    if (type === 'user') this.#user(line)
    else if (type === 'assistant') this.#add(line, readBlocks(line as unknown as SDKMessage), null)
    else if (type === 'system' && line['subtype'] === 'local_command') this.#output(line)
    else if (type === 'attachment') this.#steered(line)
    if (type === 'assistant') this.hasWords = true
    if (typeof uuid === 'string') this.#places.set(uuid, this.#line)
    this.#past.trim()
    if (this.#places.size > 4 * maxImportedRows.rows)
      this.#places = new Map([...this.#places].slice(-2 * maxImportedRows.rows))
  }

  get rows(): readonly ImportedRow[] {
    return this.#past.rows.map(({ at, prompt, said }) => ({ at, prompt, said }))
  }

  get turns(): number {
    return this.#past.turns
  }

  get earlier(): number {
    return this.#past.earlier
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
    this.#past.begin()
    this.#add(line, [{ kind: 'user', text: cut(text) }], prompt)
  }

  /** A message that was added to a running turn. */
  #steered(line: Line): void {
    const attachment = line['attachment']
    if (!isKind(attachment, 'queued_command')) return
    const user = readUserLine({ message: { content: attachment['prompt'] } })
    if (user.is === 'words') this.#add(line, [{ kind: 'user', text: user.text }], null)
  }

  #output(line: Line): void {
    const user = readUserLine({ message: { content: line['content'] } })
    if (user.is === 'output') this.#add(line, [{ kind: 'text', text: user.text }], null)
  }

  /** A prompt that continues from an earlier line replaces everything after that line. */
  #goBack(line: Line): void {
    const parent = line['parentUuid']
    const place = typeof parent === 'string' ? this.#places.get(parent) : undefined
    if (place === undefined) return
    this.#past.keep((row) => row.line <= place)
  }

  #add(line: Line, all: readonly ImportedRow['said'][], prompt: string | null): void {
    const at = Date.parse(String(line['timestamp'])) || 0
    for (const said of all) this.#past.add({ at, prompt, said, line: this.#line })
  }
}
