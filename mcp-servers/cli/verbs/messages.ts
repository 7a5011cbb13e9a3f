import { randomUUID } from 'node:crypto'
import { awaitLimit } from '../../../main/contract/api/limits.ts'
import type { ReplyReport, SendResult } from '../../../main/contract/mail/mail-views.ts'
import { priorityNames, usualPriority, wakes } from '../../../main/contract/mail/priorities.ts'
import type { ThreadReport } from '../../../main/contract/api/reports.ts'
import { timeLimit, type App } from '../app.ts'
import { terminalLine, cleanLines } from '../clean.ts'
import { usage } from '../ending.ts'
import {
  choice,
  flag,
  one,
  option,
  repeated,
  requestVerb,
  text,
  grouped,
  verb,
  type VerbResult,
  type Words,
} from '../verb.ts'
import { localTime } from '../when.ts'

/** Seconds; a ticket expires after a day. */
const longestWait = 24 * 60 * 60
const wait = option('SECONDS', 'Wait for the reply and print it')

/** Idempotency key: a message that is sent twice counts once. */
export const messageKey = (): string => `janus-${randomUUID()}`

export const messageVerbs = grouped('Messages', [
  verb({
    name: 'send',
    about: 'Write to an agent, as you do in its tab',
    more: 'TEXT is read from standard input where it is -.',
    args: { agent: one('AGENT', { source: 'agent' }), text: text('any') },
    options: {
      priority: choice(
        priorityNames,
        'P',
        `How urgent it is, ${usualPriority.user} by default; low starts no turn`,
      ),
      'expect-reply': flag('Keep the reply for you, and show what becomes of the question'),
      wait,
      attach: repeated('FILE', 'Attach a file (repeatable): images are shown, other files named', 'file'),
    },
    examples: [
      'janus send Scout "Which parts have no tests?" --wait 120',
      'git diff | janus send Scout -',
      'janus send Scout "What is wrong here?" --attach shot.png',
    ],
    run: async ({ agent, text: written, priority, attach, ...given }, app) => {
      if (written === '' && attach.length === 0) throw usage('TEXT is missing.')
      const waits = waitOf(given.wait)
      const expectReply = given['expect-reply'] || waits > 0
      if (priority !== undefined && !wakes(priority) && expectReply)
        throw usage(`--priority ${priority} starts no turn, so it cannot expect a reply.`)
      const answer = await app.ask('messages.send', {
        agent,
        message: await app.textOf(written),
        priority,
        idempotencyKey: messageKey(),
        expectReply: expectReply || undefined,
        attachments: attach.length === 0 ? undefined : attach.map((path) => ({ path: app.pathOf(path) })),
      })
      if (waits > 0) return replyDone(await replyOf(answer.ticketId ?? answer.messageId, waits, app), waits)
      return { answer, words: () => sentWords(agent, answer) }
    },
  }),
  verb({
    name: 'reply',
    about: 'Show the reply to a question of yours',
    args: { id: one('ID') },
    more: 'ID is what janus send --expect-reply names.',
    options: { wait },
    run: async ({ id, wait: written }, app) => {
      const waits = waitOf(written)
      return replyDone(await replyOf(id, waits, app), waits)
    },
  }),
  requestVerb({
    name: 'thread',
    about: 'Show the exchange that a message belongs to',
    args: { id: one('MESSAGE-ID') },
    options: { cursor: option('N', 'The page behind the one before') },
    asks: 'threads.get',
    input: ({ id, cursor }) => ({ id, limit: 100, cursor }),
    words: threadWords,
  }),
])

/** Milliseconds; 0 without a wait. */
function waitOf(written: string | undefined): number {
  if (written === undefined) return 0
  const seconds = Number(written)
  if (/^\d+(\.\d+)?$/.test(written) && seconds > 0 && seconds <= longestWait) return Math.ceil(seconds * 1000)
  throw usage(`--wait is a number of seconds, ${String(longestWait)} at most.`)
}

/** Waits up to `waits` milliseconds, in several requests. */
async function replyOf(id: string, waits: number, app: App): Promise<ReplyReport> {
  const began = performance.now()
  for (;;) {
    const left = Math.max(0, Math.ceil(waits - (performance.now() - began)))
    const now = Math.min(left, awaitLimit)
    const waitMs = waits > 0 ? now : undefined
    const report = await app.ask('replies.get', { id, waitMs }, now + timeLimit)
    // An early answer, such as when the app is quitting, isn't asked for again: that would loop.
    const isEarly = left - (waits - (performance.now() - began)) < now - 1000
    if (report.reply !== null || report.state !== 'open' || now === left || isEarly) return report
  }
}

function replyDone(report: ReplyReport, waits: number): VerbResult {
  const { reply: found } = report
  if (found !== null) return { answer: report, words: () => cleanLines(found.text) }
  return {
    answer: report,
    words: () => ({ text: '', aside: `janus: ${lateWords(report, waits)}` }),
    ending: 'late',
  }
}

function lateWords({ ticketId, state, reason }: ReplyReport, waits: number): string {
  const why = reason === '' ? '' : ` (${terminalLine(reason)})`
  if (state !== 'open') return `No reply will come${why}: the question has ended ${state}.`
  const within = waits > 0 ? `within ${String(waits / 1000)} s` : 'yet'
  return `No reply ${within}${why}. It may still come: janus reply ${ticketId}`
}

function sentWords(name: string, sent: SendResult): string {
  const { ticketId } = sent
  return `${stateWords(name, sent)}${ticketId === undefined ? '' : `\nIts reply: janus reply ${ticketId}`}`
}

function stateWords(name: string, { state, position, reason, to = name, renamed }: SendResult): string {
  const who = terminalLine(renamed ?? to)
  const why = reason === undefined || reason === '' ? '' : ` (${terminalLine(reason)})`
  const place = position === undefined ? '' : `, at place ${String(position)}`
  const now = renamed === undefined ? '' : ` ${terminalLine(name)} is called ${who} now.`
  switch (state) {
    case 'written':
    case 'read':
    case 'answered':
      return `${who} has it.${now}`
    case 'queued':
      return `It waits for ${who}${place}${why}: ${who} reads it as soon as it can.${now}`
    case 'held':
      return `It is held for ${who}${why}: deliver it in the window.${now}`
    default:
      return `It did not reach ${who}${why}.${now}`
  }
}

function threadWords({ messages, next }: ThreadReport): Words {
  const blocks = messages.map(
    ({ acceptedAt, id, from, to, message }) =>
      `${localTime(acceptedAt)}  ${terminalLine(from)} to ${terminalLine(to)}  ${id}\n${indented(message)}`,
  )
  const text = blocks.join('\n\n')
  return next === null ? text : { text, aside: 'There is more: --cursor 100' }
}

export const indented = (text: string): string => cleanLines(text).replace(/^/gm, '  ')
