import type { HandlerReport, HeartbeatReport, LinkReport } from '../../../main/contract/api/reports.ts'
import { part } from '../../shared/ask.ts'
import type { App } from '../app.ts'
import { terminalLine } from '../clean.ts'
import { EndingError } from '../ending.ts'
import { list } from '../table.ts'
import { choice, one, option, row, several, report, under, verb } from '../verb.ts'

const timer = one('TIMER', { source: 'timer' })
const modes = ['answers', 'converse', 'absorb', 'paused'] as const

const switchTimer = (action: 'pause' | 'resume', about: string, now: string) =>
  row({
    name: `timers ${action}`,
    about,
    args: { id: timer },
    asks: 'heartbeats.change',
    input: ({ id }) => ({ id, action }),
    words: (changed) => timerWords(changed, now),
  })

/** Links between agents, timers and handlers. */
export const linkVerbs = under('Working together', [
  row({
    name: 'links',
    about: 'List who is linked with whom',
    asks: 'links.list',
    words: list<LinkReport>('No agents are linked.', {
      LINK: ({ id }) => id,
      AGENTS: ({ members }) => members.map(({ name }) => name).join(', '),
      MODE: ({ mode }) => mode,
      STATE: ({ state, rests }) => (rests === null ? state : `on hold (${rests})`),
      LEFT: ({ budget }) => `${String(budget.left)} of ${String(budget.allowed)}`,
    }),
  }),
  row({
    name: 'link',
    about: 'Link agents: each gets the other’s final words',
    args: { members: several('AGENT', { source: 'agent' }) },
    options: {
      mode: choice(modes, 'MODE', 'What starts their turns, answers by default'),
      purpose: option('TEXT', 'What it is for; all members read it'),
      budget: option('N', 'Message limit: it pauses after so many, 8 by default'),
    },
    examples: ['janus link Scout Builder --purpose "fix the fares together"'],
    asks: 'links.open',
    input: ({ budget, ...given }) => {
      if (given.members.length < 2) throw new EndingError('usage', 'A link is between two agents or more.')
      if (budget !== undefined && !/^([1-9]\d?|100)$/.test(budget))
        throw new EndingError('usage', '--budget is a number from 1 to 100.')
      return { ...given, budget: budget === undefined ? undefined : Number(budget) }
    },
    words: (made) => `${namesOf(made)} are linked (${made.id}, ${made.mode}).`,
  }),
  verb({
    name: 'unlink',
    about: 'Close a link, by its members or its id',
    args: { agents: several('AGENT', { source: 'link' }) },
    examples: ['janus unlink Scout Builder', 'janus unlink lnk-7k2m4q8x3p'],
    run: async ({ agents }, app) => {
      const { id } = await linkOf(agents, app)
      const path = `/links/${part(id)}/close`
      const closed = app.send({ method: 'POST', path, body: {}, repeatable: true }) as Promise<LinkReport>
      return report(closed, (link) => `The link between ${namesOf(link)} is closed.`)
    },
  }),
  row({
    name: 'timers',
    about: 'List the timers of all agents',
    asks: 'heartbeats.list',
    words: list<HeartbeatReport>('No agent has a timer.', {
      TIMER: ({ id }) => id,
      AGENT: ({ agent }) => agent,
      FOR: ({ intent }) => intent,
      'COMES IN': comesIn,
      WHY: ({ reason }) => reason,
      NOTE: ({ note }) => note,
    }),
  }),
  switchTimer('pause', 'Pause a timer', 'is paused'),
  switchTimer('resume', 'Resume a paused timer', 'resumes'),
  row({
    name: 'timers cancel',
    about: 'End a timer',
    args: { id: timer },
    asks: 'heartbeats.cancel',
    words: (ended) => timerWords(ended, 'is cancelled'),
  }),
  row({
    name: 'handlers',
    about: 'List your rules about what others write to an agent',
    args: { agent: one('AGENT', { source: 'agent' }) },
    asks: 'handlers.list',
    words: (all, app, { agent }) =>
      list<HandlerReport>(
        `${terminalLine(agent)} has no handlers. Make one in its tab, or: janus api POST /agents/NAME/handlers JSON`,
        {
          HANDLER: ({ id }) => id,
          '': ({ on }) => (on ? 'on' : 'off'),
          DID: ({ did }) => did || null,
          NAME: ({ name }) => name,
          'WHAT IT DOES': ({ words }) => words,
        },
      )(all, app),
  }),
])

function timerWords({ id, agent, note }: HeartbeatReport, now: string): string {
  return `${id} of ${terminalLine(agent)} ${now}: ${terminalLine(note)}`
}

function namesOf({ members }: LinkReport): string {
  return members.map(({ name }) => terminalLine(name)).join(' and ')
}

/** The open link of that id, or of these members and no others. Throws `EndingError`. */
async function linkOf(written: readonly string[], app: App): Promise<{ readonly id: string }> {
  const [first = ''] = written
  if (written.length === 1 && first.startsWith('lnk-')) return { id: first }
  const { items } = await app.ask('links.list', { limit: 100 })
  const wanted = written.map((name) => name.replace(/^@/, '').toLowerCase())
  const found = items.find(
    ({ members }) =>
      members.length === wanted.length &&
      members.every(({ id, name }) => wanted.includes(name.toLowerCase()) || wanted.includes(id)),
  )
  if (found) return found
  const there = items.map((one) => `${namesOf(one)} (${one.id})`).join(', ')
  throw new EndingError('refused', `There is no such link. There are: ${there || 'none'}.`)
}

/** One that is armed and yet has no time waits, as all timers do while the tab is closed. */
function comesIn({ state, inSeconds }: HeartbeatReport): string {
  if (inSeconds !== null) return `${String(Math.round(inSeconds))} s`
  return state === 'armed' ? 'waits' : state
}
