import { agentKinds } from '../../../main/contract/agents/kinds.ts'
import type { CrossingView, LinkView, SentView } from '../../../main/contract/links/link-views.ts'
import type {
  GatheringView,
  SeatView,
  UtteranceView,
} from '../../../main/contract/gatherings/gathering-views.ts'
import type { GatheringId, UtteranceId } from '../../../main/contract/gatherings/gatherings.ts'
import type { CrossingId, LinkId } from '../../../main/contract/links/links.ts'
import type {
  MessageView,
  OwedView,
  PendingView,
  TicketView,
} from '../../../main/contract/mail/mail-views.ts'
import type { HeartbeatId, RunningHeartbeat } from '../../../main/contract/timers/heartbeats.ts'
import type { AgentId, Author, Card, MessageId } from '../../../main/contract/api/model.ts'
import type { AgentView, AppStatus, KindStatus } from '../../../main/contract/api/views.ts'
import { World } from '../domain/world.ts'
import { circle, speak } from '../states/circle.ts'

/** One of each that a window shows, as the domain makes it. What is hostile differs from them. */
interface Specimens {
  readonly agent: AgentView
  readonly card: Card
  readonly pending: PendingView
  readonly owed: OwedView
  readonly message: MessageView
  readonly ticket: TicketView
  readonly heartbeat: RunningHeartbeat
  readonly link: LinkView
  readonly crossing: CrossingView
  readonly sent: SentView
  readonly gathering: GatheringView
  readonly utterance: UtteranceView
  readonly status: AppStatus
}

let specimens: Specimens | null = null
const of = <K extends keyof Specimens>(kind: K): Specimens[K] => {
  if (!specimens) throw new Error('No specimens were taken.')
  return specimens[kind]
}
function first<T>(all: readonly T[]): T {
  const [one] = all
  if (one === undefined) throw new Error('The story of the specimens lacks one.')
  return one
}

/** Lets a domain of its own make one of each. */
export async function takeSpecimens(): Promise<void> {
  const world = new World()
  world.at(5)
  for (const name of ['Ann', 'Bob', 'Cid']) await world.make(name)
  const ann = () => first(world.view().agents)
  const agent = ann()
  await world.ask('links.open', { members: ['Ann', 'Bob'] })
  await world.turn('Ann', ['user', 'Begin.'], ['text', 'Which port is it?'])
  world.end('Bob')
  const link = first(world.view().links)
  const crossed = await world.ask('log.page', { channel: { kind: 'link', id: link.id } })
  const crossing = first(crossed.items) as CrossingView
  const { messageId: id } = await world.send('Bob', 'Ann', 'And which host?', { expectReply: true })
  await world.ask('agents.interrupt', { agent: 'Ann' })
  const owed = first(ann().owed)
  const [message, ticket] = [await world.ask('messages.get', { id }), await world.ask('tickets.get', { id })]
  const gathering = await circle(world, { people: ['Cid', 'me'], sealed: false })
  await speak(world, gathering, 'It is 9090.')
  const said = await world.ask('log.page', { channel: { kind: 'gathering', id: gathering } })
  const utterance = first(said.items.filter((row) => 'kind' in row && row.kind === 'said')) as UtteranceView
  const sits = first(world.view().gatherings)
  await world.ask('gatherings.steer', { id: gathering, verb: 'close' })
  world.end('Scribe')
  await world.user('Ann', 'Go on.')
  world.card('Ann', 'Bash', { command: 'npm test' })
  await world.send('Bob', 'Ann', 'Any news?')
  await world.ask('heartbeats.set', { intent: 'anchor', note: 'back to work', inSeconds: 300 }, 'Ann')
  const { status } = world.view()
  const { cards, pending, heartbeats } = ann()
  specimens = {
    agent,
    card: first(cards),
    pending: first(pending),
    owed,
    message,
    ticket,
    heartbeat: first(heartbeats.filter((one): one is RunningHeartbeat => one.state === 'armed')),
    link,
    crossing,
    sent: first(crossing.sent),
    gathering: sits,
    utterance,
    status,
  }
}

const idOf =
  <T extends string>(prefix: string) =>
  (count: number) =>
    `${prefix}-${String(count).padStart(10, 'a')}` as T
export const agentIdOf = idOf<AgentId>('agt')
export const messageIdOf = idOf<MessageId>('msg')
export const linkIdOf = idOf<LinkId>('lnk')
export const crossingIdOf = idOf<CrossingId>('crs')
export const gatheringIdOf = idOf<GatheringId>('gat')
export const utteranceIdOf = idOf<UtteranceId>('utt')

/** An agent as an author. */
export const by = (id: AgentId): Author => ({ kind: 'agent', id })

/** An agent: its place gives its id and its look. */
export const agent = (order: number, name: string, changes: Partial<AgentView> = {}): AgentView => ({
  ...of('agent'),
  id: agentIdOf(order),
  order,
  name,
  look: { hue: (order % 8) + 1, shape: (order % 8) + 1 },
  ...changes,
})
export const card = (changes: Partial<Card>): Card => ({ ...of('card'), ...changes })
export const pending = (count: number, changes: Partial<PendingView>): PendingView => ({
  ...of('pending'),
  id: messageIdOf(count),
  thread: messageIdOf(count),
  ...changes,
})
export const owed = (count: number, changes: Partial<OwedView>): OwedView => ({
  ...of('owed'),
  id: messageIdOf(count),
  ...changes,
})
export const message = (changes: Partial<MessageView>): MessageView => ({ ...of('message'), ...changes })
export const ticket = (changes: Partial<TicketView>): TicketView => ({ ...of('ticket'), ...changes })
export const heartbeat = (count: number, changes: Partial<RunningHeartbeat>): RunningHeartbeat => ({
  ...of('heartbeat'),
  id: idOf<HeartbeatId>('hb')(count),
  ...changes,
})
export const link = (count: number, changes: Partial<LinkView>): LinkView => ({
  ...of('link'),
  id: linkIdOf(count),
  ...changes,
})
export const crossing = (count: number, changes: Partial<CrossingView>): CrossingView => ({
  ...of('crossing'),
  id: crossingIdOf(count),
  n: count,
  ...changes,
})
export const sent = (count: number, changes: Partial<SentView>): SentView => ({
  ...of('sent'),
  message: messageIdOf(count),
  ...changes,
})
export const gathering = (count: number, changes: Partial<GatheringView>): GatheringView => ({
  ...of('gathering'),
  id: gatheringIdOf(count),
  ...changes,
})
/** The seats of one: an agent's, and the user's. */
export const seats = (changes: Partial<SeatView>): readonly SeatView[] =>
  of('gathering').seats.map((seat) => ({ ...seat, ...changes }))
export const utterance = (n: number, changes: Partial<UtteranceView>): UtteranceView => ({
  ...of('utterance'),
  id: utteranceIdOf(n),
  n,
  ...changes,
})

/** The app, and what is found of the programs of every kind. */
export const status = (changes: Partial<AppStatus>, kind: Partial<KindStatus>): AppStatus => {
  const base = of('status')
  return {
    ...base,
    kinds: agentKinds.flatMap((name) =>
      base.kinds.filter((one) => one.kind === name).map((one) => ({ ...one, ...kind })),
    ),
    ...changes,
  }
}
