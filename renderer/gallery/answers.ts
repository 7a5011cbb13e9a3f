import { fleetAnswers } from './fleet-answers.ts'
import { attachmentAnswers } from './make-draft.ts'
import {
  noCap,
  noCaps,
  noTokens,
  nothingUsed,
  type BudgetReport,
  type LinkEstimate,
  type UsedReport,
} from '../../main/contract/budget/budget.ts'
import { usualKind } from '../../main/contract/agents/kinds.ts'
import type { CostsReport } from '../../main/contract/budget/costs.ts'
import type { AgentId, Card, MessageId } from '../../main/contract/api/model.ts'
import type { FolderLook, SettingReport } from '../../main/contract/api/views.ts'
import type { ReplyReport } from '../../main/contract/mail/mail-views.ts'
import { agentAnswers } from './agent-answers.ts'
import { stillAnswers } from './still-answers.ts'
import { gatheringAnswers } from './gathering-answers.ts'
import { message, ticket } from './make-mail.ts'
import { reportsOf } from './setting-reports.ts'
import { idOf, status } from './make.ts'
import type { Answers, Play } from './play.ts'
import { moment } from './still.ts'
import type { WindowView } from '../../main/contract/api/answers.ts'
import { handlerAnswers } from './handler-answers.ts'
import { processes } from './make-processes.ts'
import { heartbeat, link } from './make-link.ts'

/** A message that nothing is known of but its id. */
const told = (id: string) => {
  const named = { id: id as MessageId, thread: id as MessageId }
  return message(1, 0, { ...named, stateAt: moment, priority: 'high', turn: 31 })
}

/** What is shown of a card, as if it were all. */
const lookAt = (card: Card | undefined) => ({
  input: card?.input ?? '',
  diffs: card?.tool.diffs ?? [],
  hash: 'aaaaaaaa',
})

/** About what was said, groups, and tabs that agents want. */
const toMany = {
  'history.search': () => ({ items: [], next: null, total: 0 }),
  'history.find': () => ({ rows: [], isCut: false }),
  'log.export': () => ({ name: '2026-11-20-Scout.md', text: '# Scout\n', rows: 0, next: null }),
  'log.save': () => ({ path: null }),
  'files.save': () => ({ path: null }),
  'groups.list': () => [],
  'groups.make': () => [],
  'groups.change': () => [],
  'groups.delete': () => [],
  'messages.spread': () => ({ sent: [] }),
  'notices.send': () => ({ shown: true, inSeconds: 0 }),
  'tabs.propose': () => ({ state: 'proposed', id: 'tab-', agent: null }),
  'tabs.decide': () => ({ state: 'open', id: 'tab-', agent: null }),
} satisfies Partial<Answers>
const nothing: UsedReport = { ...nothingUsed, tokens: { ...noTokens, all: 0 } }
const report: BudgetReport = {
  day: { date: null, ends: null, used: nothing, cap: noCap, state: 'under' },
  total: nothing,
  caps: noCaps,
  tabs: [],
  links: [],
  gatherings: [],
}
const costs: CostsReport = {
  rehearsal: false,
  today: '2026-03-12',
  cap: noCap,
  state: 'under',
  days: [],
  next: null,
  total: nothing,
  contexts: [],
  plans: [],
  uncounted: { money: [], all: [] },
}
const budgetAnswers = {
  'budget.get': () => report,
  'costs.get': () => costs,
  'budget.change': () => report,
  'budget.goOn': () => report,
  'links.preview': (): LinkEstimate => ({
    crossings: 8,
    turns: { likely: 4, most: 8 },
    elsewhere: 0,
    cost: { likely: 0.12, most: 0.4 },
    tokens: { likely: 42_000, most: 130_000 },
  }),
}

/** What main answers where a state does not say otherwise: everything is there, and nothing changes. */
export function answersOf({ view, transcripts = {}, rows = [] }: Play): Answers {
  const agents = view?.agents ?? []
  const app = view?.status ?? status()
  const settings = (): readonly SettingReport[] => reportsOf(app.settings)
  const plain = (folder: string): FolderLook => ({
    folder,
    kind: usualKind,
    trust: 'plain',
    hash: '',
    files: [],
    unclear: [],
    variables: [],
    changed: false,
  })
  return {
    ...handlerAnswers(),
    'processes.list': () => processes(agents),
    'app.status': () => app,
    'app.check': () => app,
    'app.look': () => app,
    'attempts.page': () => ({ items: [], next: null }),
    'backups.list': () => ({ items: [] }),
    ...stillAnswers,
    ...fleetAnswers,
    'backups.make': () => ({
      name: 'janus-20261124T093000Z-asked.db',
      path: '/backups/janus-20261124T093000Z-asked.db',
      at: '2026-11-24T09:30:00.000Z',
      kind: 'asked',
      size: 4096,
      problem: null,
    }),
    'backups.restore': () => ({ restarts: true }),
    'app.rehearse': () => ({ address: null }),
    'app.signIn': () => ({ address: 'https://claude.example/sign-in', takesCode: true }),
    'app.signInCode': () => app,
    'roles.list': () => app.settings.roles,
    'roles.keep': () => app.settings.roles,
    'roles.delete': () => app.settings.roles,
    'roles.restore': () => app.settings.roles,
    'settings.get': settings,
    'settings.change': settings,
    ...agentAnswers(agents),
    'messages.send': () => ({ delivered: true, state: 'written', messageId: 'msg-aaaaaaaaaa' }),
    'messages.get': ({ id }) => told(id),
    'messages.withdraw': ({ id }) => ({ ...told(id), state: 'withdrawn' }),
    'messages.release': ({ id }) => told(id),
    'messages.drop': ({ id }) => ({ ...told(id), state: 'dropped' }),
    'messages.move': ({ id }) => told(id),
    'messages.hasten': ({ id }) => told(id),
    'messages.decide': ({ id }) => told(id),
    'messages.nudge': ({ id }) => told(id),
    'messages.retry': ({ id }) => told(id),
    'messages.chain': () => ({ chain: [] }),
    'tickets.list': () => ({ items: [], next: null }),
    'tickets.get': ({ id }) => ticket(told(id)),
    'replies.send': () => ({ delivered: true, state: 'queued', messageId: 'msg-aaaaaaaaaa' }),
    'replies.get': ({ id }): ReplyReport => ({
      ticketId: told(id).id,
      state: 'open',
      reply: null,
      reason: '',
    }),
    ...budgetAnswers,
    'links.crossed': () => ({ items: [], next: null }),
    'threads.get': ({ id }) => ({ thread: told(id).thread, messages: [told(id)], next: null }),
    ...linkAnswers(view),
    ...gatheringAnswers(view),
    'cards.look': ({ card }) => lookAt(agents.flatMap(({ cards }) => cards).find(({ id }) => id === card)),
    'cards.answer': () => ({ answered: true }),
    'log.page': ({ channel: { kind, id }, before = Infinity, limit = 200 }) => {
      const all = kind === 'agent' ? (transcripts[id as AgentId] ?? []) : rows
      const wanted = all.filter((row) => row.n < before)
      const items = wanted.slice(-limit)
      return { items, next: items.length < wanted.length ? (items[0]?.n ?? null) : null }
    },
    'drafts.keep': () => ({ kept: true }),
    ...attachmentAnswers,
    ...toMany,
    'agents.checkName': () => ({ problem: null }),
    'folders.make': ({ folder }) => ({ folder }),
    'folders.look': ({ folder }) => plain(folder),
    'folders.decide': ({ folder }) => plain(folder),
    'folders.list': () => ({ folders: [] }),
    'folders.choose': () => ({ folder: null }),
    'pages.open': () => ({ opened: true }),
    'window.show': () => ({ shown: true }),
  }
}

/** The answers about links and timers: all are as the view has them, and nothing changes. */
export function linkAnswers(view: WindowView | null) {
  const agents = view?.agents ?? []
  const links = view?.links ?? []
  const timers = agents.flatMap((one) => one.heartbeats)
  const aLink = (id?: string) => links.find((one) => one.id === id) ?? links[0] ?? link(1, agents.slice(0, 2))
  const anybody = agents[0] ?? { id: idOf(0), name: '' }
  const aTimer = (id?: string) =>
    timers.find((one) => one.id === id) ?? heartbeat(1, anybody, 'anchor', 'back to work', 300_000)
  return {
    'links.open': () => aLink(),
    'links.change': ({ id }) => aLink(id),
    'links.close': ({ id }) => aLink(id),
    'links.list': () => ({ items: links, next: null }),
    'heartbeats.set': () => aTimer(),
    'heartbeats.list': () => timers,
    'heartbeats.change': ({ id }) => aTimer(id),
    'heartbeats.cancel': ({ id }) => aTimer(id),
  } satisfies Partial<Answers>
}
