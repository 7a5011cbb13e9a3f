import { attachedNames, type Attachment, type KeptDraft } from '../../contract/mail/attachments.ts'
import type { Crossing, Link } from '../../contract/links/links.ts'
import { crc32 } from 'node:zlib'
import { senderKey } from '../../contract/mail/authors.ts'
import type { AgentId, Entry } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Gathering } from '../../contract/gatherings/gatherings.ts'
import type { TimelineEntry } from '../../contract/history/timeline-entries.ts'
import type { Utterance } from '../../contract/gatherings/utterances.ts'
import { noteWords } from '../../contract/history/note-words.ts'
import type { PlacedCrossing, PlacedTimelineEntry, Row, Turn } from '../../ports/ports.ts'
import { aboutEntry, aboutWords } from './search.ts'
import { wordsOfHarvest, wordsOfUtterance, type CircleWords } from '../../contract/gatherings/circle-words.ts'
import type { Statements } from './statements.ts'

/** The stored checksum does not match. */
class DamagedRowError extends Error {
  override readonly name = 'DamagedRowError'
}

type Columns = Record<string, unknown>

/** Call it inside a transaction. */
export function writeRow(to: Statements, row: Row): void {
  switch (row.table) {
    case 'agent':
      return run(to.putAgent, row.row.id, ...sealed(row.row))
    case 'message':
      return writeMessage(to, row.row, flag(row.open))
    case 'frame':
      return run(to.putFrame, row.row.id, row.row.agent, flag(row.open), ...sealed(row.row))
    case 'turn':
      return writeTurn(to, row.row, flag(row.open))
    case 'entry':
      return writeEntry(to, row.row)
    case 'link':
      return writeLink(to, row.row, flag(row.open))
    case 'crossing':
      return writeCrossing(to, row.row)
    case 'heartbeat':
      return run(to.putHeartbeat, row.row.id, row.row.agent, flag(row.open), ...sealed(row.row))
    case 'handler':
      return run(to.putHandler, row.row.id, row.row.agent, flag(row.open), ...sealed(row.row))
    case 'gathering':
      return writeGathering(to, row.row, flag(row.open))
    case 'task':
      return row.open ? run(to.putTask, row.row.id, ...sealed(row.row)) : run(to.forgetTask, row.row.id)
    case 'utterance':
      return writeUtterance(to, row.row)
    case 'timeline':
      return writeTimelineEntry(to, row.row)
    case 'machine':
      return run(to.putMachine, row.row.id, ...sealed(row.row))
    case 'outgoing':
      if (!row.open) return run(to.forgetOutgoing, row.row.id)
      return run(to.putOutgoing, row.row.id, ...sealed(row.row))
    case 'day':
      // Later days come from a wrong clock.
      run(to.forgetLaterDays, row.row.date)
      return run(to.putDay, row.row.date, ...sealed(row.row))
    case 'copied':
      return copyEntries(to, row.from, row.to, row.rows ?? -1)
    case 'forgotten':
      return forget(to, row.agent)
    default:
      return assertNever(row)
  }
}

function writeMessage(to: Statements, message: Message, open: number): void {
  const [row, crc] = sealed(message)
  if (Number(to.changeMessage.run(message.seq, message.id, open, row, crc).changes) > 0) return
  const { seq, id, from, to: receiver, idempotencyKey, thread } = message
  const sender = senderKey(from)
  const ticket = flag(message.expectsReply)
  to.addMessage.run(seq, id, open, row, crc, sender, receiver, idempotencyKey, thread, ticket)
  noteAttached(to, receiver, message.attachments)
}

function writeTurn(to: Statements, turn: Turn, open: number): void {
  const { id, agent, n, promptedBy } = turn
  const timer = promptedBy?.by === 'heartbeat' ? promptedBy.id : null
  to.putTurn.run(id, agent, n, timer, open, ...sealed(turn))
}

/** The text column is for the index; the record contains it, too, so the checksum covers both. */
function writeTimelineEntry(to: Statements, entry: TimelineEntry): void {
  const { id, at, owner, text } = entry
  to.putTimelineEntry.run(id, at, owner, aboutWords(entry), text, ...sealed(entry))
}

/**
 * The text has its own column for the search index; the record contains it, too, only when SQLite would
 * alter it.
 */
function writeEntry(to: Statements, entry: Entry): void {
  const row = JSON.stringify(/\p{Cs}/u.test(entry.text) ? entry : { ...entry, text: undefined })
  const { agent, n, text, kind, author, turn, at } = entry
  const names = attachedNames(entry.attachments ?? [])
  const crc = crc32(text, crc32(row))
  const about = aboutEntry(entry)
  to.putEntry.run(agent, n, text, row, crc, kind, senderKey(author), turn ?? '', at, about, names)
  noteAttached(to, agent, entry.attachments)
}

function writeLink(to: Statements, link: Link, open: number): void {
  run(to.putLink, link.id, open, flag(link.closed !== null), ...sealed(link))
  to.forgetMembers.run(link.id)
  for (const member of link.members) to.addMember.run(link.id, member)
}

/** May be called again for the same crossing, as after a commit with unknown outcome. */
function writeCrossing(to: Statements, crossing: Crossing): void {
  const { id, link, turn, sent } = crossing
  run(to.putCrossing, id, link, turn, ...sealed(crossing))
  for (const { to: receiver } of sent) {
    if (Number(to.addReceiver.run(turn, receiver, id).changes) > 0) continue
    throw new Error(`${turn} has crossed to ${receiver} before, not with ${id}`)
  }
}

function writeGathering(to: Statements, gathering: Gathering, open: number): void {
  const { id, convened, idempotencyKey, seats, harvester } = gathering
  const shelf = shelfOf(gathering)
  to.putGathering.run(id, senderKey(convened.by), idempotencyKey, open, shelf, ...sealed(gathering))
  const proposer = convened.by.kind === 'agent' ? convened.by.id : null
  const agents = [...seats, harvester].map(({ agent }) => agent)
  run(to.addSeats, id, JSON.stringify([...agents, proposer].filter((agent) => agent !== null)))
  writeCircleWords(to, wordsOfHarvest(gathering))
}

/** Lists: 0 not closed, 1 closed, 2 archived. */
const shelfOf = ({ stage, archived: shelved }: Gathering): number =>
  stage !== 'closed' ? 0 : shelved ? 2 : 1

/** May be called again for the same row, as when a sealed statement is opened. */
function writeUtterance(to: Statements, utterance: Utterance): void {
  const { id, gathering, n } = utterance
  if (Number(to.putUtterance.run(id, gathering, n, ...sealed(utterance)).changes) > 0)
    return writeCircleWords(to, wordsOfUtterance(utterance))
  throw new Error(`${id} is another row than ${String(n)} of ${gathering}`)
}

function writeCircleWords(to: Statements, words: CircleWords | null): void {
  if (words === null) return
  const { gathering, utterance, speaker, at } = words
  const text = words.text.toWellFormed().replaceAll('\0', ' ')
  const row = JSON.stringify({ utterance, speaker, at })
  run(to.putCircleWords, gathering, utterance ?? '', text, row, crc32(text, crc32(row)))
}

/** Returns null for a damaged record. */
export function readCircleWords(columns: Columns): CircleWords | null {
  const [row, text] = [String(columns['row']), String(columns['text'])]
  if (crc32(text, crc32(row)) !== columns['crc']) return null
  const gathering = columns['gathering'] as CircleWords['gathering']
  return { gathering, text, ...(JSON.parse(row) as Omit<CircleWords, 'gathering' | 'text'>) }
}

function copyEntries(to: Statements, source: AgentId, target: AgentId, rows: number): void {
  const before = rows < 0 ? Number.MAX_SAFE_INTEGER : rows + 1
  for (const columns of to.entries.all(source, before, -1)) {
    writeEntry(to, { ...readEntry(columns, source), agent: target })
  }
  for (const columns of to.subagentEntries.all(source, before)) {
    const log = columns['agent'] as AgentId
    writeEntry(to, { ...readEntry(columns, log), agent: `${target}${log.slice(source.length)}` as AgentId })
  }
}

function forget(to: Statements, agent: AgentId): void {
  for (const statement of [
    to.forgetEntries,
    to.forgetFrames,
    to.forgetTurns,
    to.forgetMessages,
    to.forgetHeartbeats,
    to.forgetHandlers,
    to.forgetTimelineEntries,
    to.forgetDraft,
    to.forgetAttached,
    to.forgetAgent,
  ]) {
    statement.run(agent)
  }
}

export type Stored = Extract<Row, { readonly row: unknown }>['row']

/** Throws `DamagedRowError`. */
export function readCrossing(columns: Columns): PlacedCrossing {
  return { ...readRecord<Crossing>(columns), place: Number(columns['place']) }
}

/** Throws `DamagedRowError`. */
export function readTimelineEntry(columns: Columns): PlacedTimelineEntry {
  return { ...readRecord<TimelineEntry>(columns), n: Number(columns['n']) }
}

/** Throws `DamagedRowError`. */
export function readRecord<T extends Stored>(columns: Columns): T {
  const row = String(columns['row'])
  if (crc32(row) !== columns['crc']) throw new DamagedRowError(`a record is damaged: ${row.slice(0, 80)}`)
  return JSON.parse(row) as T
}

/** Id prefixes by table. */
const idForms: Readonly<Record<string, RegExp>> = {
  agent: /^agt-/,
  message: /^msg-/,
  turn: /^trn-/,
  link: /^lnk-/,
  crossing: /^crs-/,
  frame: /^[0-9a-f]{8}-/,
  heartbeat: /^hb-/,
  handler: /^hdl-/,
  gathering: /^gat-/,
  utterance: /^utt-/,
}

/** Checks the checksum and the kind of id; rows without a checksum count as sound. */
export function isSound(table: string, columns: Columns): boolean {
  const { id, row, text, crc } = columns
  if (crc === undefined) return true
  const form = idForms[table]
  // A misplaced page contains valid rows of another table.
  if (form !== undefined && !(form.test(String(id)) && String(row).includes(`"id":"${String(id)}"`)))
    return false
  const sum = crc32(String(row))
  return crc === (table === 'entry' || table === 'circle_words' ? crc32(String(text), sum) : sum)
}

/** A damaged row is shown as such and doesn't hide the others. */
export function readEntry(columns: Columns, agent: AgentId): Entry {
  const row = String(columns['row'])
  const text = String(columns['text'])
  if (crc32(text, crc32(row)) !== columns['crc']) return damagedEntry(agent, Number(columns['n']))
  return { text, ...(JSON.parse(row) as Omit<Entry, 'text'>) }
}

function damagedEntry(agent: AgentId, n: number): Entry {
  const note = { kind: 'damaged' } as const
  return {
    agent,
    n,
    turn: null,
    kind: 'note',
    author: { kind: 'system' },
    authorName: 'Janus',
    text: noteWords(note),
    tool: null,
    call: null,
    isError: true,
    message: null,
    note,
    at: 0,
  }
}

function sealed(record: object): [row: string, crc: number] {
  const row = JSON.stringify(record)
  return [row, crc32(row)]
}

function run(statement: Statements[keyof Statements], ...values: (string | number)[]): void {
  statement.run(...values)
}

const flag = (open: boolean): number => (open ? 1 : 0)

function assertNever(row: never): never {
  throw new Error(`unknown row ${JSON.stringify(row)}`)
}

/** An empty draft is deleted. */
export function writeDraft(to: Statements, of: string, { text, attachments }: KeptDraft): void {
  if (text === '' && attachments.length === 0) to.forgetDraft.run(of)
  else to.putDraft.run(of, text, JSON.stringify(attachments))
}

/** By recipient. */
export function readDrafts(from: Statements): Readonly<Record<string, KeptDraft>> {
  const rows = from.drafts.all()
  return Object.fromEntries(
    rows.map((row) => {
      const attachments = JSON.parse(String(row['attachments'])) as readonly Attachment[]
      return [String(row['of']), { text: String(row['text']), attachments }]
    }),
  )
}

/** Hashes of all attachments used by messages, transcripts and drafts. */
export function readAttached(from: Statements): ReadonlySet<string> {
  const kept = from.attached.all().map((row) => String(row['hash']))
  const drafts = Object.values(readDrafts(from)).flatMap(({ attachments }) => attachments)
  return new Set([...kept, ...drafts.flatMap(({ hash }) => hash ?? [])])
}

/** Attachments are kept as long as the agent exists. */
function noteAttached(to: Statements, agent: string, attachments: readonly Attachment[] | undefined): void {
  for (const { hash } of attachments ?? []) if (hash !== null) to.addAttached.run(hash, agent)
}
