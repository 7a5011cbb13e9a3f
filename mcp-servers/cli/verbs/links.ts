import type { HandlerReport, HeartbeatReport, LinkReport } from '../../../main/contract/api/reports.ts'
import { hookCommand, isPeerEvent, peerEvents } from '../../../main/contract/timers/triggers.ts'
import { encodeSegment } from '../../shared/ask.ts'
import type { App } from '../app.ts'
import { terminalLine } from '../clean.ts'
import { EndingError, usage } from '../ending.ts'
import { list } from '../table.ts'
import { choice, flag, one, option, requestVerb, several, report, text, grouped, verb } from '../verb.ts'

const timer = one('TIMER', { source: 'timer' })
const events = [...peerEvents, 'files', 'webhook'] as const
const modes = ['answers', 'converse', 'absorb', 'mentions', 'paused'] as const

const switchTimer = (action: 'pause' | 'resume', about: string, now: string) =>
  requestVerb({
    name: `timers ${action}`,
    about,
    args: { id: timer },
    asks: 'heartbeats.change',
    input: ({ id }) => ({ id, action }),
    words: (changed) => timerWords(changed, now),
  })

export const linkVerbs = grouped('Working together', [
  requestVerb({
    name: 'links',
    about: 'List who is linked with whom',
    asks: 'links.list',
    words: list<LinkReport>('No agents are linked.', {
      LINK: ({ id }) => id,
      NAME: ({ name }) => name,
      AGENTS: ({ members }) => members.map(({ name }) => name).join(', '),
      MODE: ({ mode }) => mode,
      STATE: ({ state, pauseReason }) => (pauseReason === null ? state : `paused (${pauseReason})`),
      LEFT: ({ budget }) => `${String(budget.left)} of ${String(budget.allowed)}`,
    }),
  }),
  requestVerb({
    name: 'link',
    about: 'Link agents: each gets the other’s final messages',
    args: { members: several('AGENT', { source: 'agent' }) },
    options: {
      mode: choice(modes, 'MODE', 'What starts their turns, answers by default'),
      purpose: option('TEXT', 'What it is for; all members read it'),
      name: option('TEXT', 'What you call it'),
      budget: option('N', 'Message limit: it pauses after so many, 8 by default'),
    },
    examples: ['janus link Scout Builder --purpose "fix the fares together"'],
    asks: 'links.open',
    input: ({ budget, ...given }) => {
      if (given.members.length < 2) throw usage('A link is between two agents or more.')
      if (budget !== undefined && !/^([1-9]\d?|100)$/.test(budget))
        throw usage('--budget is a number from 1 to 100.')
      return { ...given, budget: budget === undefined ? undefined : Number(budget) }
    },
    words: (made) => `${namesOf(made)} are linked (${made.id}, ${made.mode}).`,
  }),
  requestVerb({
    name: 'say',
    about: 'Say something in a link in mode mentions: @NAME starts a turn of that agent, @all of all',
    args: { link: one('LINK', { source: 'link' }), message: text() },
    options: { quiet: flag('Start no turn, even where an agent is named') },
    examples: [
      'janus say Fares "@Scout, look into the rounding"',
      'janus say lnk-7k2m4q8x3p "Done for today."',
    ],
    asks: 'links.say',
    input: async ({ link, ...given }, app) => ({ ...given, id: (await linkOf([link], app)).id }),
    words: ({ wakes }) =>
      wakes.length === 0
        ? 'Said; it starts no turn.'
        : `Said; it starts a turn of ${wakes.map((name) => terminalLine(name)).join(', ')}.`,
  }),
  verb({
    name: 'unlink',
    about: 'Close a link, by its members or its id',
    args: { agents: several('AGENT', { source: 'link' }) },
    examples: ['janus unlink Scout Builder', 'janus unlink lnk-7k2m4q8x3p'],
    run: async ({ agents }, app) => {
      const { id } = await linkOf(agents, app)
      const path = `/links/${encodeSegment(id)}/close`
      const closed = app.send({ method: 'POST', path, body: {}, repeatable: true }) as Promise<LinkReport>
      return report(closed, (link) => `The link between ${namesOf(link)} is closed.`)
    },
  }),
  requestVerb({
    name: 'timers',
    about: 'List the timers of all agents',
    asks: 'heartbeats.list',
    words: list<HeartbeatReport>('No agent has a timer.', {
      TIMER: ({ id }) => id,
      AGENT: ({ agent }) => agent,
      FOR: ({ intent, trigger }) => trigger ?? intent,
      'COMES IN': comesIn,
      WHY: ({ reason }) => reason,
      NOTE: ({ note }) => note,
    }),
  }),
  requestVerb({
    name: 'timers on',
    about: 'Wake an agent when something happens',
    args: {
      agent: one('AGENT', { source: 'agent' }),
      event: one('EVENT', { choices: events }),
      note: one('NOTE'),
    },
    options: {
      about: option('AGENT', 'Whom to watch: idle, asks, finishes (a task), breaks'),
      glob: option('GLOB', 'Which files of its folder: files'),
      repeats: flag('Each time, not only once'),
      interval: option('SECONDS', 'Least time between two, 60 by default'),
    },
    examples: ['janus timers on Builder idle "review its work" --about Scout --repeats'],
    asks: 'heartbeats.set',
    input: ({ event, interval, ...given }) => {
      const on = events.find((one) => one === event)
      if (on === undefined) throw usage(`EVENT is one of: ${events.join(', ')}.`)
      if (interval !== undefined && !/^\d{1,5}$/.test(interval))
        throw usage('--interval is a number of seconds.')
      if (isPeerEvent(on) && given.about === undefined)
        throw usage(`${on} needs --about AGENT: whom to watch.`)
      if (on === 'files' && given.glob === undefined)
        throw usage("files needs --glob GLOB, such as 'src/**'.")
      return {
        ...given,
        on,
        intent: 'event' as const,
        interval: interval === undefined ? undefined : Number(interval),
      }
    },
    words: ({ id, agent, trigger = '', secret }, app) =>
      `${id} of ${terminalLine(agent)} fires ${terminalLine(trigger)}.` +
      (secret === undefined
        ? ''
        : `\nCall it so; the secret is shown only now:\n${hookCommand(app.access().url, id, secret)}`),
  }),
  switchTimer('pause', 'Pause a timer', 'is paused'),
  switchTimer('resume', 'Resume a paused timer', 'resumes'),
  requestVerb({
    name: 'timers cancel',
    about: 'End a timer',
    args: { id: timer },
    asks: 'heartbeats.cancel',
    words: (ended) => timerWords(ended, 'is cancelled'),
  }),
  requestVerb({
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

/** Finds an open link by id, name, or exact set of members. Throws `EndingError`. */
async function linkOf(written: readonly string[], app: App): Promise<{ readonly id: string }> {
  const [first = ''] = written
  if (written.length === 1 && first.startsWith('lnk-')) return { id: first }
  const { items } = await app.ask('links.list', { limit: 100 })
  const wanted = written.map((name) => name.replace(/^@/, '').toLowerCase())
  const isCalled = ({ name }: LinkReport) => name?.toLowerCase() === first.toLowerCase()
  const byName = written.length === 1 ? items.find(isCalled) : undefined
  if (byName) return byName
  const found = items.find(
    ({ members }) =>
      members.length === wanted.length &&
      members.every(({ id, name }) => wanted.includes(name.toLowerCase()) || wanted.includes(id)),
  )
  if (found) return found
  const there = items.map((one) => `${namesOf(one)} (${one.id})`).join(', ')
  throw new EndingError('refused', `There is no such link. There are: ${there || 'none'}.`)
}

/** Timers of a closed tab are armed but have no time. */
function comesIn({ state, inSeconds }: HeartbeatReport): string {
  if (inSeconds !== null) return `${String(Math.round(inSeconds))} s`
  return state === 'armed' || state === 'waiting' ? 'waits' : state
}
