import type { HandlerReport } from '../../../main/contract/handlers/handler-reports.ts'
import type { HeartbeatReport, LinkReport } from '../../../main/contract/api/reports.ts'
import type { Page } from '../../../main/contract/api/views.ts'
import { part } from '../../shared/ask.ts'
import type { App } from '../app.ts'
import { clean } from '../clean.ts'
import { EndingError } from '../ending.ts'
import { table } from '../table.ts'
import { choice, one, option, several, shown, verb, type Verb } from '../verb.ts'

const group = 'Working together'
const agents = several('AGENT', { source: 'agent' })
const modes = ['answers', 'converse', 'absorb', 'paused'] as const

const links = verb({
  name: 'links',
  group,
  about: 'List who is linked with whom',
  run: (_, app) =>
    shown<Page<LinkReport>>(app.get('/links'), ({ items }) => linksTable(items, app.around.columns)),
})

const link = verb({
  name: 'link',
  group,
  about: 'Link agents: each gets what the other concludes',
  args: { agents },
  options: {
    mode: choice(modes, 'MODE', 'What wakes them, answers by default'),
    purpose: option('TEXT', 'What it is for; all members read it'),
    budget: option('N', 'How many answers may cross before it pauses, 8 by default'),
  },
  examples: ['janus link Scout Builder --purpose "fix the fares together"'],
  run: async ({ agents: members, mode, purpose, budget }, app) => {
    if (members.length < 2) throw new EndingError('usage', 'A link is between two agents or more.')
    if (budget !== undefined && !/^([1-9]\d?|100)$/.test(budget))
      throw new EndingError('usage', '--budget is a number from 1 to 100.')
    const body = { members, mode, purpose, budget: budget === undefined ? undefined : Number(budget) }
    return shown<LinkReport>(
      app.post('/links', body, 'again'),
      (made) => `${namesOf(made)} are linked (${made.id}, ${made.mode}).`,
    )
  },
})

const unlink = verb({
  name: 'unlink',
  group,
  about: 'Close a link, by its members or its id',
  args: { agents: several('AGENT', { source: 'link' }) },
  examples: ['janus unlink Scout Builder', 'janus unlink lnk-7k2m4q8x3p'],
  run: async ({ agents: written }, app) => {
    const { id } = await linkOf(written, app)
    return shown<LinkReport>(
      app.post(`/links/${part(id)}/close`, {}, 'again'),
      (closed) => `The link between ${namesOf(closed)} is closed.`,
    )
  },
})

const timers = verb({
  name: 'timers',
  group,
  about: 'List the timers of all agents',
  run: (_, app) =>
    shown<readonly HeartbeatReport[]>(app.get('/heartbeats'), (all) => timersTable(all, app.around.columns)),
})

const timer = one('TIMER', { source: 'timer' })
const timerWords = ({ id, agent, note }: HeartbeatReport, now: string) =>
  `${id} of ${clean(agent)} ${now}: ${clean(note)}`

const cancel = verb({
  name: 'timers cancel',
  group,
  about: 'End a timer',
  args: { timer },
  run: ({ timer: id }, app) =>
    shown<HeartbeatReport>(app.delete(`/heartbeats/${part(id)}`), (ended) =>
      timerWords(ended, 'is cancelled'),
    ),
})

const turn = (action: 'pause' | 'resume', about: string, now: string): Verb =>
  verb({
    name: `timers ${action}`,
    group,
    about,
    args: { timer },
    run: ({ timer: id }, app) =>
      shown<HeartbeatReport>(app.patch(`/heartbeats/${part(id)}`, { action }), (one) => timerWords(one, now)),
  })

const handlers = verb({
  name: 'handlers',
  group,
  about: 'List your rules about what others write to an agent',
  args: { agent: one('AGENT', { source: 'agent' }) },
  run: ({ agent }, app) =>
    shown<readonly HandlerReport[]>(app.get(`/agents/${part(agent)}/handlers`), (all) =>
      handlersTable(agent, all, app.around.columns),
    ),
})

/** Links between agents, timers and handlers. */
export const linkVerbs: readonly Verb[] = [
  links,
  link,
  unlink,
  timers,
  turn('pause', 'Pause a timer', 'is paused'),
  turn('resume', 'Let a paused timer go on', 'goes on'),
  cancel,
  handlers,
]

const namesOf = ({ members }: LinkReport): string => members.map(({ name }) => clean(name)).join(' and ')

/** The open link of that id, or of these members and no others. Throws `EndingError`. */
async function linkOf(written: readonly string[], app: App): Promise<{ readonly id: string }> {
  const [first = ''] = written
  if (written.length === 1 && first.startsWith('lnk-')) return { id: first }
  const { items } = (await app.get('/links', { limit: 100 })) as Page<LinkReport>
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

function linksTable(all: readonly LinkReport[], columns: number): string {
  if (all.length === 0) return 'No agents are linked.'
  const rows = all.map(({ id, members, mode, state, rests, budget }) => [
    id,
    members.map(({ name }) => name).join(', '),
    mode,
    rests === null ? state : `rests (${rests})`,
    `${String(budget.left)} of ${String(budget.allowed)}`,
  ])
  return table([['LINK', 'AGENTS', 'MODE', 'STATE', 'LEFT'], ...rows], columns)
}

function timersTable(all: readonly HeartbeatReport[], columns: number): string {
  if (all.length === 0) return 'No agent has a timer.'
  const rows = all.map(({ id, agent, intent, state, inSeconds, reason, note }) => [
    id,
    agent,
    intent,
    comesIn(state, inSeconds),
    reason,
    note,
  ])
  return table([['TIMER', 'AGENT', 'FOR', 'COMES IN', 'WHY', 'NOTE'], ...rows], columns)
}

function handlersTable(agent: string, all: readonly HandlerReport[], columns: number): string {
  if (all.length === 0)
    return `${clean(agent)} has no handlers. Make one in its tab, or: janus api POST /agents/NAME/handlers JSON`
  const rows = all.map(({ id, name, on, did, words }) => [
    id,
    on ? 'on' : 'off',
    did === 0 ? '' : String(did),
    name,
    words,
  ])
  return table([['HANDLER', '', 'DID', 'NAME', 'WHAT IT DOES'], ...rows], columns)
}

/** One that is armed and yet has no time waits, as all timers do while the tab is closed. */
function comesIn(state: HeartbeatReport['state'], inSeconds: number | null): string {
  if (inSeconds !== null) return `${String(Math.round(inSeconds))} s`
  return state === 'armed' ? 'waits' : state
}
