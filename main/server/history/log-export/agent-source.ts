import { pick } from '../../../contract/api/pick.ts'
import { saidAtOf } from '../../../contract/api/entry-time.ts'
import type { Entry } from '../../../contract/api/model.ts'
import {
  deepestSubagent,
  mostSubagentRows,
  subagentLog,
  subagentWords,
} from '../../../contract/agents/subagents.ts'
import { kindTitle } from '../../../contract/agents/kinds.ts'
import { brokenOffWords } from '../../../contract/history/note-words.ts'
import { callLine } from '../../../contract/agents/tool-calls.ts'
import type { AgentState } from '../../../core/step/state.ts'
import { sealedTurns } from '../../gatherings/gathering-views.ts'
import { fenced, markdownLine, blockQuote } from '../../gatherings/markdown.ts'
import type { RequestContext } from '../../api/request-context.ts'
import { exportPage, utcTime, type ExportRow, type LogSource } from './log-source.ts'
import { iso } from '../../../contract/words/times.ts'

/** A tool's result is searched within this many rows after the call. */
const nearby = 50

/** `isWhole`: with inputs and results of tools, and thinking. */
export function agentSource(parts: RequestContext, { agent }: AgentState, isWhole: boolean): LogSource {
  const { store, engine } = parts
  const logOf = ({ subagent, call }: Entry) =>
    subagent && call !== null ? store.entries(subagentLog(agent.id, call), null, mostSubagentRows) : []
  return {
    title: agent.name,
    about: { id: agent.id, name: agent.name, agentKind: agent.kind, folder: agent.cwd, role: agent.role },
    head: [
      `- ${markdownLine(kindTitle(agent))}, in ${markdownLine(agent.cwd)}`,
      ...(agent.role === '' ? [] : [`- ${markdownLine(agent.role)}`]),
    ],
    rows: (cursor) => {
      const from = Math.max(1, cursor)
      const read = store.entries(agent.id, from + exportPage + nearby, exportPage + 2 * nearby)
      const sealed = sealedTurns(engine.state)
      const page = read.filter(({ n }) => n >= from && n < from + exportPage)
      const rows = page
        .filter(({ turn }) => turn === null || !sealed.has(turn))
        .map((entry) => rowOf(entry, read, { cwd: agent.cwd, isWhole, logOf }))
      const isMore = (read.at(-1)?.n ?? 0) >= from + exportPage
      const before = read.find(({ n }) => n === from - 1)?.at ?? null
      return { rows, before, next: isMore ? from + exportPage : null }
    },
  }
}

interface How {
  readonly cwd: string
  readonly isWhole: boolean
  /** Rows of the subagent that a call started; empty if none. */
  readonly logOf: (call: Entry) => readonly Entry[]
}

function rowOf(entry: Entry, near: readonly Entry[], how: How): ExportRow {
  return { at: saidAtOf(entry), markdown: markdownOf(entry, near, how), json: jsonOf(entry, how) }
}

function jsonOf(entry: Entry, { logOf }: Pick<How, 'logOf'>, depth = 1): object {
  const { tool, call, message, subagent } = entry
  const rows = depth > deepestSubagent ? [] : logOf(entry).map((row) => jsonOf(row, { logOf }, depth + 1))
  const json = {
    n: entry.n,
    at: iso(saidAtOf(entry)),
    ...pick(entry, ['turn', 'kind']),
    from: entry.author.kind,
    name: entry.authorName,
    text: entry.text,
    ...(tool === null ? {} : { tool: pick(tool, ['name', 'kind', 'title']) }),
    ...(call === null ? {} : { call }),
    ...pick(entry, ['end']),
    ...(entry.isError ? { isError: true } : {}),
    ...(entry.saidAt === undefined ? {} : { readAt: iso(entry.at) }),
    ...pick(entry, ['half']),
    ...(message === null ? {} : { message }),
    ...pick(entry, ['link', 'byHandler']),
    ...(subagent === undefined ? {} : { subagent: { ...subagent, rows } }),
  }
  return json
}

function markdownOf(entry: Entry, near: readonly Entry[], how: How, depth = 1): readonly string[] {
  const { kind, text, authorName } = entry
  const at = saidAtOf(entry)
  const by = (what: string) => `**${markdownLine(authorName)}**${what} ${utcTime(at)}`
  switch (kind) {
    case 'user':
      return [by(''), blockQuote(text)]
    case 'text':
      return [by(''), blockQuote(text), ...(entry.half ? [`*${brokenOffWords}*`] : [])]
    case 'peer':
      return [by(entry.link === undefined ? ', a message' : ', over a link'), blockQuote(text)]
    case 'heartbeat':
      return [`*A timer* ${utcTime(at)}`, blockQuote(text)]
    case 'piece':
      return [`*The gathering* ${utcTime(at)}`, blockQuote(text)]
    case 'thinking':
      return how.isWhole ? [by(', a thought'), blockQuote(text)] : []
    case 'tool':
      return toolLines(entry, near, how, depth)
    case 'result':
      return how.isWhole && callOf(entry, near) === undefined ? ['- a result', fenced(text)] : []
    case 'crossing':
      return crossed(entry)
    case 'note':
    case 'system':
      return [`*${markdownLine(text)}*`]
  }
}

function crossed({ sent = [] }: Entry): readonly string[] {
  const names = sent.map(({ toName }) => markdownLine(toName))
  return names.length === 0 ? [] : [`*→ over a link to ${names.join(', ')}*`]
}

const callOf = (result: Entry, near: readonly Entry[]): Entry | undefined =>
  near.find(({ kind, call, n }) => kind === 'tool' && call === result.call && result.n - n <= nearby)

/** One line per call; with `isWhole` also its input and result. */
function toolLines(entry: Entry, near: readonly Entry[], how: How, depth: number): readonly string[] {
  const { tool, call, n, text, subagent } = entry
  const { cwd, isWhole } = how
  const result = near.find(
    (row) => row.kind === 'result' && row.call === call && row.n > n && row.n - n <= nearby,
  )
  const end = result?.end === undefined || result.end === 'done' ? '' : ` (${result.end})`
  const used = subagent ? ` · ${subagentWords(subagent)}` : ''
  const line = `- ${markdownLine(tool === null ? 'a tool' : callLine(tool, cwd))}${used}${end}`
  if (!isWhole) return [line]
  return [
    line,
    ...(text === '' ? [] : [fenced(text)]),
    ...subagentLines(entry, how, depth),
    ...(result && result.text !== '' ? [fenced(result.text)] : []),
  ]
}

/** A subagent's rows, quoted below its call. */
function subagentLines(call: Entry, how: How, depth: number): readonly string[] {
  const rows = depth > deepestSubagent ? [] : how.logOf(call)
  const lines = rows.flatMap((row) => markdownOf(row, rows, how, depth + 1))
  return lines.length === 0 ? [] : [blockQuote(lines.join('\n\n'))]
}
