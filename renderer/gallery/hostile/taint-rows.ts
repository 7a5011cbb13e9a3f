import type { Entry, EntryKind, TurnId } from '../../../main/contract/api/model.ts'
import type { NoteFact } from '../../../main/contract/history/note-facts.ts'
import { isFault, noteWords } from '../../../main/contract/history/note-words.ts'
import { describeClaudeCall } from '../../../main/backends/claude/tool-calls.ts'
import { agentIdOf as idOf, linkIdOf, sent } from './specimens.ts'
import { moment } from '../still.ts'
import { taintedGatheringId } from './taint-gatherings.ts'

function callEnd(at: number): Pick<Entry, 'end' | 'isError'> {
  const end = (['done', 'failed', 'denied', 'stopped'] as const)[at % 4] ?? 'done'
  return { end, isError: end !== 'done' }
}

/** Rows of every kind, and every kind of tool. */
export function taintedRows(order: number, words: string): readonly Entry[] {
  const tools: readonly [tool: string, input: object][] = [
    ['Bash', { command: words, description: words }],
    ['Read', { file_path: words }],
    ['Edit', { file_path: words, old_string: words, new_string: `${words}\nmore` }],
    ['Write', { file_path: words, content: words }],
    ['Grep', { pattern: words, path: words }],
    ['WebFetch', { url: words, prompt: words }],
    ['TodoWrite', { todos: [{ content: words, status: 'pending', activeForm: words }] }],
    ['Task', { description: words, prompt: words }],
    ['mcp__janus-agents__send_to_agent', { target: words, message: words }],
    [`mcp__${words}__${words}`, { [words]: words }],
    [words, { [words]: words }],
  ]
  const plain: readonly EntryKind[] = ['user', 'peer', 'system', 'thinking', 'text', 'note', 'heartbeat']
  const receiver = sent(order, { to: idOf(order), toName: words, carriage: 'asked' })
  const spoken = { gathering: taintedGatheringId(order), utterance: null, number: null }
  const rows: Partial<Entry>[] = [
    ...plain.map((kind) => ({ kind, text: words })),
    { kind: 'peer', link: linkIdOf(order) },
    { kind: 'heartbeat', intent: 'check' },
    { kind: 'crossing', link: linkIdOf(order), sent: [receiver] },
    { kind: 'peer', spoken: { ...spoken, number: 1 } },
    { kind: 'system', topic: words, spoken },
    {
      kind: 'piece',
      piece: { gathering: taintedGatheringId(order), pieceTurnId: null, kind: 'grant', beat: 0 },
    },
    ...tools.flatMap(([tool, input], at): Partial<Entry>[] => [
      {
        kind: 'tool',
        text: describeClaudeCall(tool, input).input,
        tool: describeClaudeCall(tool, input).tool,
        call: `c${at}`,
      },
      { kind: 'result', text: words, call: `c${at}`, ...callEnd(at) },
    ]),
    ...taintedNotes(words),
    { kind: 'system', text: words, turn: null },
    { kind: 'text', text: words },
  ]
  return rows.map((row, at) => ({
    agent: idOf(order),
    n: at + 1,
    turn: `trn-aaaaaaaaa${at === 0 ? 1 : 2}` as TurnId,
    kind: 'text',
    author: row.kind === 'user' ? { kind: 'user', via: 'window' } : { kind: 'agent', id: idOf(order) },
    authorName: words,
    text: words,
    tool: null,
    call: null,
    isError: false,
    message: row.kind === 'peer' || row.kind === 'user' || row.isError ? 'msg-aaaaaaaaaa' : null,
    way: 'reminded',
    at: moment - 60_000,
    ...row,
  }))
}

/** Notes of every manner that have words of others in them. */
function taintedNotes(words: string): readonly Partial<Entry>[] {
  const notes: readonly NoteFact[] = [
    { kind: 'allowed', tool: words, lasting: words },
    { kind: 'denied', tool: words },
    { kind: 'answered', answers: words },
    { kind: 'interjected', by: [words, words] },
    { kind: 'gaveUp', from: words, deaths: 3 },
    { kind: 'timerDiscarded', note: words, deleted: words },
    { kind: 'timerDropped', timer: 'hb-0000000001', intent: 'wait', note: words },
    { kind: 'broken', detail: words },
  ]
  return notes.map((note) => ({ kind: 'note', text: noteWords(note), isError: isFault(note), note }))
}
