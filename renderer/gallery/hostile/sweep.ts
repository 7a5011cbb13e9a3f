import { RefusedError } from '../../../main/contract/api/errors.ts'
import type { WindowView } from '../../../main/contract/api/answers.ts'
import type { FeedEvent } from '../../../main/contract/api/feed.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { Panel } from '../../state/panel.ts'
import { frame, type Hand } from '../hand.ts'
import { emptyDay } from '../../../main/contract/budget/budget.ts'
import { agentIdOf as idOf, takeSpecimens } from './specimens.ts'
import type { StoryPlay } from '../play.ts'
import { watch } from './audit.ts'
import {
  tainted,
  taintedChain,
  taintedFolder,
  taintedResult,
  taintedMessage,
  taintedRow,
  taintedStatus,
  taintedTicket,
  type Stand,
} from './taint.ts'
import {
  taintedGathering,
  taintedGatheringId,
  taintedPreview,
  taintedRhythms,
  taintedUtterances,
} from './taint-gatherings.ts'
import { taintedCrossing, taintedLink } from './taint-links.ts'
import { taintedRows } from './taint-rows.ts'

/** What a sweep found, and how many views it looked at. */
export interface Sweep {
  views: number
  readonly faults: string[]
  /** Where the words `marker` of `audit.ts` were shown. */
  readonly places: Set<string>
}

const stands: readonly Stand[] = [
  { status: 'working' },
  { status: 'failed', trouble: 'deaths' },
  { status: 'failed', trouble: 'folder' },
  { status: 'failed', trouble: 'login' },
  { status: 'failed', trouble: 'backend' },
  { status: 'stopped' },
]

/** A window in which all text is hostile, of which every view is looked at: each payload in turn, in every place. */
export function hostilePlay(payloads: readonly string[], told: Sweep): StoryPlay {
  const orderOf = (id: string) => payloads.findIndex((_, order) => idOf(order) === id)
  const wordsOf = (id: string) => payloads[orderOf(id)] ?? payloads[0] ?? ''
  const commands = payloads.map((words) => ({ name: words, about: words, argument: words }))
  const refuse = (words: string): never => {
    throw new RefusedError({ code: 'wrong_state', message: words, available: [...payloads] })
  }
  const crossed = (id: string) =>
    payloads.flatMap((words, order) => {
      const of = taintedLink(order, words, false)
      return of.id === id ? [taintedCrossing(order, words, of)] : []
    })
  const all = (): WindowView => ({
    agents: payloads.map((words, order) => tainted(order, words, { status: 'idle' })),
    links: payloads.map((words, order) => taintedLink(order, words, false)),
    gatherings: payloads.map((words, order) =>
      taintedGathering(order, words, order % 2 === 0 ? 'proposed' : 'paused'),
    ),
    day: emptyDay,
    status: taintedStatus(payloads[0] ?? '', payloads),
    drafts: Object.fromEntries(payloads.map((text, order) => [idOf(order), { text, attachments: [] }])),
    commands: Object.fromEntries(payloads.map((_, order) => [idOf(order), commands])),
  })
  return {
    story: takeSpecimens,
    answers: {
      'log.page': ({ channel: { kind, id } }) => ({
        items:
          kind === 'agent'
            ? taintedRows(orderOf(id), wordsOf(id))
            : kind === 'thread'
              ? payloads.map((words, order) => taintedRow(order, words))
              : crossed(id),
        next: null,
      }),
      'folders.look': ({ folder }) => taintedFolder(folder, payloads.slice(0, 12)),
      'folders.list': () => ({ folders: payloads }),
      'history.search': () => ({
        items: payloads.map((words, order) => taintedResult(order, words)),
        next: null,
        total: null,
      }),
      'gatherings.preview': ({ proposal }) => taintedPreview(payloads, proposal !== undefined),
      'rhythms.list': () => taintedRhythms(payloads),
      'messages.chain': () => ({ chain: taintedChain(payloads) }),
      'messages.get': () => taintedMessage(payloads[0] ?? ''),
      'messages.written': () => ({
        items: payloads.map((words) => ({ ...taintedMessage(words), reply: taintedTicket(words).reply })),
        next: 1,
      }),
      'circles.words': () => ({
        items: payloads.map((words, at) => ({
          id: 'msg-0000000001',
          seq: at,
          from: words,
          number: at % 2 ? at : null,
          text: words,
          at: new Date(0).toISOString(),
          isTurn: false,
          answer: { text: words, isSilence: false, at: new Date(0).toISOString() },
        })),
        next: 1,
      }),
      'tickets.get': () => taintedTicket(payloads[0] ?? ''),
      'agents.restart': ({ agent }) => refuse(wordsOf(agent)),
      'app.check': () => taintedStatus(payloads[0] ?? '', payloads),
    },
    act: async (hand, { tell }) => {
      const { select } = await import('../../state/view-store.ts')
      tell({ kind: 'snapshot', view: all() })
      select(idOf(0))
      await sweep(payloads, told, hand, tell)
    },
  }
}

type Tell = (event: FeedEvent) => void

async function sweep(payloads: readonly string[], told: Sweep, hand: Hand, tell: Tell) {
  const audit = watch(told.places)
  const look = async (where: string) => {
    await drawAll()
    told.views += 1
    const faults = new Set(audit())
    told.faults.push(...[...faults].map((fault) => `${where}: ${fault}`))
  }
  await hand.see('[data-part=pane]')
  await look('all tabs')
  await sweepPanels(idOf(0), payloads[0] ?? '', hand, look)
  await sweepLink(0, payloads[0] ?? '', tell, look)
  await sweepGathering(0, payloads[0] ?? '', tell, look)
  const { setSide } = await import('../../state/view-store.ts')
  setSide('open')
  for (const [order, words] of payloads.entries())
    tell({ kind: 'agent', agent: tainted(order, words, { status: 'working' }) })
  await frame()
  await hand.click('footer button', /waiting/)
  await look('tray')
  await hand.type('textarea', '/')
  await look('commands')
  // From here on one tab at a time, so that the work does not grow with their number.
  for (const [order, words] of payloads.entries()) {
    tell({ kind: 'gone', agent: idOf(order) })
    tell({ kind: 'gathering', gathering: { ...taintedGathering(order, words, 'closed'), shelved: true } })
  }
  for (const [order, words] of payloads.entries()) {
    tell({ kind: 'status', status: taintedStatus(words, [words]) })
    await look(`first screen ${words}`)
    await sweepAgent(order, words, tell, look)
    await sweepLink(order, words, tell, look)
    await sweepGathering(order, words, tell, look)
    tell({ kind: 'agent', agent: tainted(order, words, { status: 'asleep', closed: true }) })
    await look(`closed ${words}`)
    tell({ kind: 'gone', agent: idOf(order) })
  }
}

/** Draws what is far from where one reads too, as for printing. */
async function drawAll(): Promise<void> {
  await frame()
  window.dispatchEvent(new Event('beforeprint'))
  await frame()
}

async function sweepAgent(order: number, words: string, tell: Tell, look: (where: string) => Promise<void>) {
  const { select, toast } = await import('../../state/view-store.ts')
  const agent: AgentId = idOf(order)
  tell({ kind: 'agent', agent: tainted(order, words, { status: 'idle' }) })
  select(agent)
  const half = Math.ceil(words.length / 2)
  for (const stand of order % 4 === 0 ? stands : stands.slice(0, 2)) {
    tell({ kind: 'agent', agent: tainted(order, words, stand) })
    if (stand.status === 'working') {
      for (const of of ['thinking', 'text'] as const) {
        tell({ kind: 'delta', agent, block: of, of, text: words.slice(0, half) })
        await frame()
        tell({ kind: 'delta', agent, block: of, of, text: words.slice(half) })
      }
      await drawAll()
      for (const one of document.querySelectorAll('[data-part=pane] details')) one.setAttribute('open', '')
      for (const one of document.querySelectorAll<HTMLElement>(
        '[data-part=pane] :is([data-part=sent] [aria-expanded], [data-part=receipt], [data-part=collapse] button:not(.ghost))',
      ))
        one.click()
    }
    await look(`${stand.status} ${words}`)
  }
  toast(words, { isError: true, action: { label: words, run: () => undefined } })
}

/** A link in view, open and closed, and what crosses it. */
async function sweepLink(order: number, words: string, tell: Tell, look: (where: string) => Promise<void>) {
  const { showLink } = await import('../../state/view-store.ts')
  const link = taintedLink(order, words, false)
  showLink(link.id)
  tell({
    kind: 'rows',
    channel: { kind: 'link', id: link.id },
    rows: [taintedCrossing(order + 500, words, link)],
  })
  await look(`link ${words}`)
  tell({ kind: 'link', link: taintedLink(order, words, true) })
  await look(`closed link ${words}`)
  tell({ kind: 'link', link })
  showLink(null)
}

/** A gathering in view, as it is proposed, runs and is closed, and what is said in it. */
async function sweepGathering(
  order: number,
  words: string,
  tell: Tell,
  look: (where: string) => Promise<void>,
) {
  const { showGathering } = await import('../../state/view-store.ts')
  const id = taintedGatheringId(order)
  showGathering(id)
  tell({ kind: 'rows', channel: { kind: 'gathering', id }, rows: taintedUtterances(order, words) })
  const stages = ['running', 'closed', ...(order % 4 === 0 ? (['proposed'] as const) : [])] as const
  for (const state of stages) {
    tell({ kind: 'gathering', gathering: taintedGathering(order, words, state) })
    await look(`${state} gathering ${words}`)
  }
  showGathering(null)
  tell({ kind: 'gathering', gathering: { ...taintedGathering(order, words, 'closed'), shelved: true } })
}

async function sweepPanels(
  agent: AgentId,
  payload: string,
  hand: Hand,
  look: (where: string) => Promise<void>,
) {
  const { show } = await import('../../state/view-store.ts')
  const panels: readonly Panel[] = [
    { kind: 'newAgent' },
    { kind: 'rename', agent },
    { kind: 'role', agent },
    { kind: 'look', agent },
    { kind: 'agentSettings', agent },
    { kind: 'ending', of: 'close', agent },
    { kind: 'ending', of: 'delete', agent },
    { kind: 'linkTo', agent },
    { kind: 'timer', agent },
    { kind: 'palette' },
    { kind: 'palette', text: 'ar' },
    { kind: 'convene' },
    { kind: 'convene', proposal: taintedGatheringId(0) },
    { kind: 'search', text: 'a' },
    { kind: 'keys' },
    { kind: 'message', message: 'msg-aaaaaaaaaa', from: 'x' },
    { kind: 'chain', message: 'msg-aaaaaaaaaa', agent },
    { kind: 'thread', message: 'msg-aaaaaaaaaa' },
    { kind: 'peer', machine: payload, id: idOf(0) },
    { kind: 'circle', circle: 'gat-0000000001@attic' },
    { kind: 'settings', text: 'fleet' },
  ]
  for (const panel of panels) {
    show(panel)
    // What it asks of main arrives a little later; a search also waits for a user to stop typing.
    const until = performance.now() + 60
    while (performance.now() < until) await frame()
    const [part, words] = lateIn(panel)
    if (part !== null) await hand.see(part, words)
    await look(`panel ${panel.kind}`)
    show(null)
    await frame()
  }
}

/** What shows in a panel once main has answered, and not before. */
function lateIn(panel: Panel): readonly [string | null, RegExp?] {
  if (panel.kind === 'search') return ['[data-part=result]']
  if (panel.kind === 'palette' && 'text' in panel) return ['[data-part=from]']
  if (panel.kind === 'convene') return ['dialog dd', /\d/]
  return panel.kind === 'thread' ? ['[data-part=thread-message]'] : [null]
}
