import { usualKind } from '../../main/contract/kinds.ts'
import type { HandlerReport } from '../../main/contract/handler-reports.ts'
import type { HeartbeatReport, LinkReport } from '../../main/contract/reports.ts'
import type { AgentSummary } from '../../main/contract/agent-summary.ts'
import type { ReplyReport, SendResult } from '../../main/contract/mail-views.ts'
import { clean, cleanLines } from './clean.ts'

/** The agents as a table, a line each; their kinds where there are several. */
export function agentsTable(agents: readonly AgentSummary[]): string {
  if (agents.length === 0)
    return 'There are no agents yet. Make one: janus new NAME (a rehearsal has its own: --home ~/.janus-rehearsal)'
  const isMixed = agents.some(({ kind }) => kind !== usualKind)
  const rows = agents.map(({ name, kind, status, needs, pending, role, cwd }) => [
    name,
    isMixed ? kind : '',
    needs === null ? status : `${status}, waits for your ${needs === 'question' ? 'answer' : needs}`,
    pending === 0 ? '' : String(pending),
    role,
    cwd,
  ])
  return table([['NAME', 'KIND', 'STATUS', 'UNREAD', 'ROLE', 'FOLDER'], ...rows])
}

/** The open links as a table: who with whom, and what is left of the crossings. */
export function linksTable(links: readonly LinkReport[]): string {
  if (links.length === 0) return 'No agents are linked.'
  const rows = links.map(({ id, members, mode, state, rests, budget }) => [
    id,
    members.map(({ name }) => name).join(', '),
    mode,
    rests === null ? state : `rests (${rests})`,
    `${String(budget.left)} of ${String(budget.allowed)}`,
  ])
  return table([['LINK', 'AGENTS', 'MODE', 'STATE', 'LEFT'], ...rows])
}

/** The timers of all agents as a table. */
export function timersTable(timers: readonly HeartbeatReport[]): string {
  if (timers.length === 0) return 'No agent has a timer.'
  const rows = timers.map(({ id, agent, intent, state, inSeconds, reason, note }) => [
    ...[id, agent, intent, comesIn(state, inSeconds), reason, note],
  ])
  return table([['TIMER', 'AGENT', 'FOR', 'COMES IN', 'WHY', 'NOTE'], ...rows])
}

/** An agent's handlers as a table, in the order in which they are tried. */
export function handlersTable(agent: string, handlers: readonly HandlerReport[]): string {
  if (handlers.length === 0)
    return `${clean(agent)} has no handlers. Make one in its tab, or: janus api POST /agents/NAME/handlers JSON`
  const rows = handlers.map(({ id, name, on, did, words }) => [
    ...[id, on ? 'on' : 'off', did === 0 ? '' : String(did), name, words],
  ])
  return table([['HANDLER', '', 'DID', 'NAME', 'WHAT IT DOES'], ...rows])
}

/** One that is armed and yet has no time waits, as all timers do while the tab is closed. */
function comesIn(state: HeartbeatReport['state'], inSeconds: number | null): string {
  if (inSeconds !== null) return `${String(Math.round(inSeconds))} s`
  return state === 'armed' ? 'waits' : state
}

/** What became of a message, in a sentence; of one that expects a reply, how to see it. */
export function sentWords(name: string, sent: SendResult): string {
  const { ticketId } = sent
  const more = ticketId === undefined ? '' : `\nIts reply: janus api GET /replies/${ticketId}`
  return `${stateWords(name, sent)}${more}`
}

/** A reply as it is printed: the words alone, for whatever reads on. */
export function replyWords({ reply }: ReplyReport): string {
  return reply === null ? '' : cleanLines(reply.text)
}

/** Why no reply was printed. */
export function lateWords({ ticketId, state, reason }: ReplyReport, seconds: number): string {
  const why = reason === '' ? '' : ` (${clean(reason)})`
  if (state === 'open')
    return `No reply within ${String(seconds)} s${why}. It may still come: janus api GET /replies/${ticketId}`
  return `No reply will come${why}: the question has ended ${state}.`
}

function stateWords(name: string, { state, position, reason, renamed }: SendResult): string {
  const who = clean(renamed ?? name)
  const why = reason === undefined || reason === '' ? '' : ` (${clean(reason)})`
  const place = position === undefined ? '' : `, at place ${String(position)}`
  const named = renamed === undefined ? '' : ` ${clean(name)} is called ${who} now.`
  switch (state) {
    case 'written':
    case 'read':
    case 'answered':
      return `${who} has it.${named}`
    case 'queued':
      return `It waits for ${who}${place}${why}: ${who} reads it as soon as it can.${named}`
    case 'held':
      return `It is held for ${who}${why}: let it go in the window.${named}`
    default:
      return `It did not reach ${who}${why}.${named}`
  }
}

/** Rows in columns, the first one their heads; a column that says nothing is left out. */
export function table(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(clean))
  const used = (cells[0] ?? []).map((_, n) => cells.slice(1).some((row) => row[n] !== ''))
  const widths = (cells[0] ?? []).map((_, n) => Math.max(...cells.map((row) => width(row[n] ?? ''))))
  return cells
    .map((row) =>
      row
        .map((cell, n) => ({ cell: cell + ' '.repeat((widths[n] ?? 0) - width(cell)), used: used[n] }))
        .flatMap(({ cell, used }) => (used === true ? [cell] : []))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Columns of a terminal that a text takes, by the usual rule for wide characters. */
function width(text: string): number {
  return [...text].reduce(
    (sum, character) =>
      sum +
      (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}]/u.test(
        character,
      )
        ? 2
        : /\p{M}/u.test(character)
          ? 0
          : 1),
    0,
  )
}
