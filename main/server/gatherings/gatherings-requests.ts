import { seatNoteLimit } from '../../contract/api/limits.ts'
import type { GatheringLine, GatheringView, RemotePass } from '../../contract/gatherings/gathering-views.ts'
import type { Gathering, GatheringId, SpeakingTurnId, Seat } from '../../contract/gatherings/gatherings.ts'
import { memoryHome, type HarvestCard, ideaHome } from '../../contract/gatherings/harvests.ts'
import type { Caller, RequestInput } from '../../contract/api/requests.ts'
import type { Page } from '../../contract/api/views.ts'
import { machineOf } from '../../core/step/peer-ids.ts'
import type { Answer, Command } from '../../core/step/events.ts'
import { utf8Length } from '../../core/words/text.ts'
import { allRows, rowsFor } from './gathering-archive.ts'
import { gatheringMarkdown, trailLine } from './gathering-markdown.ts'
import { gatheringView } from './gathering-views.ts'
import { withoutDemoCost } from '../api/reports.ts'
import {
  pageAt,
  answerTo,
  agentIdOf,
  findSession,
  refused,
  type RequestContext,
  readName,
} from '../api/request-context.ts'
import type { Handlers } from '../api/requests.ts'
import { conveneCommand, previewGathering, tabsOf } from './convening-requests.ts'
import { forkPlan, replayGathering, withSeatedCopies } from './forking-requests.ts'
import { findGathering, hasRemoteSeat } from './find-gathering.ts'
import { authorAndName } from '../links/links-requests.ts'
import type { NewSeat } from '../../core/step/gathering-commands.ts'
import type { NameKeys } from '../../core/step/state.ts'
import { seatFor } from './plan-requests.ts'
import { isoDay } from '../../contract/words/times.ts'
import { fileNameOf } from './markdown.ts'

const listed = 50

export function gatheringHandlers(parts: RequestContext) {
  const { engine, rhythms } = parts
  const give = async (command: Command | (() => Command)): Promise<GatheringView> =>
    shown(await answerTo(parts, 'gathering', command))
  const shown = ({ gathering }: { readonly gathering: Gathering }): GatheringView =>
    gatheringView(engine.state, newest(parts, gathering))
  const conveneOrFork = async (caller: Caller, input: RequestInput<'gatherings.convene'>) =>
    give(conveneCommand(parts, caller, await withSeatedCopies(parts, caller, input)))
  return {
    'gatherings.convene': (caller, input) => conveneOrFork(caller, input),
    'gatherings.fork': (caller, input) => conveneOrFork(caller, forkPlan(parts, caller, input)),
    'gatherings.replay': (caller, input) => replayGathering(parts, caller, input),
    'gatherings.preview': (caller, input) => previewGathering(parts, caller, input),
    'gatherings.get': (caller, { id }) => gatheringView(engine.state, findGathering(parts, caller, id)),
    'gatherings.list': (caller, input) => list(parts, caller, input),
    'gatherings.say': (caller, { id, text, turnId, to = null, keep = false, host = false, pause = true }) => {
      const gathering = findGathering(parts, caller, id).id
      const { byName: name } = authorAndName(parts, caller)
      const pieceTurnId = (turnId ?? null) as SpeakingTurnId | null
      return give({ type: 'gathering.said', gathering, name, text, pieceTurnId, to, keep, host, pause })
    },
    'gatherings.pass': async (caller, { id, turnId, to = null, silent = false }) => {
      const gathering = id === undefined ? null : circleOf(parts, caller, id)
      const pieceTurnId = (turnId ?? null) as SpeakingTurnId | null
      const { by } = authorAndName(parts, caller)
      const named = to && (findSession(engine, to)?.agent.id ?? to)
      const passed = { type: 'gathering.passed', by, gathering, pieceTurnId, to: named, silent } as const
      const answer = await engine.command(passed)
      if (answer.kind === 'gathering') return shown(answer)
      if (answer.kind === 'passing') return passingThere(answer)
      throw refused('internal', 'The gathering did not answer.')
    },
    'gatherings.join': (caller, input) => give(joinGathering(parts, caller, input)),
    'gatherings.harvester': (caller, input) => give(harvesterCommand(parts, caller, input)),
    'gatherings.steer': (caller, input) => give(steered(parts, caller, input)),
    'gatherings.card': (caller, { id, card: cardId, home = memoryHome }) => {
      const { g, card } = findCard(parts, caller, id, cardId)
      return { card: card.id, ...parts.harvests.look(g.folder, filingOf(g, card, homeFor(parts, g, home))) }
    },
    'gatherings.file': (caller, input) => give(filed(parts, caller, input)),
    'gatherings.export': (caller, { id }) => {
      const g = withoutDemoCost(parts, findGathering(parts, caller, id))
      const rows = allRows(parts.store, g).map((row) => (row.sealed ? { ...row, text: '(under seal)' } : row))
      const markdown = `${gatheringMarkdown(g, rows)}\n## Trail\n\n${trailLine(g)}\n`
      return { name: `${fileNameOf(g.topic, 'gathering')}.md`, markdown }
    },
    'rhythms.list': () => rhythms.rhythms(),
    'rhythms.keep': (_, { opening = '', question = '', about = '', ...rhythm }) => {
      rhythms.keep({ ...rhythm, opening, question, about })
      return rhythms.rhythms()
    },
  } satisfies Partial<Handlers>
}

/** A local circle, or a remote one in which the caller sits. */
function circleOf(parts: RequestContext, caller: Caller, id: string): GatheringId {
  const isThere = caller.kind === 'agent' && hasRemoteSeat(parts.engine.state, caller.id, id)
  return isThere ? (id as GatheringId) : findGathering(parts, caller, id).id
}

const passingThere = ({ gathering, line }: Extract<Answer, { kind: 'passing' }>): RemotePass => ({
  id: gathering,
  machine: machineOf(gathering) ?? '',
  line,
})

function gatheringLine({ heard: _heard, harvest: _harvest, ...line }: GatheringView): GatheringLine {
  return line
}

function newest({ engine }: RequestContext, g: Gathering): Gathering {
  return engine.state.gatherings.get(g.id) ?? g
}

function list(
  parts: RequestContext,
  caller: Caller,
  { state = 'all', limit = 50, cursor = 0 }: RequestInput<'gatherings.list'>,
): Page<GatheringLine> {
  const { engine, store } = parts
  const member = caller.kind === 'agent' ? caller.id : null
  const { items, next } = pageAt(store.gatherings({ state, member }, cursor, limit + 1), cursor, limit)
  return { items: items.map((g) => gatheringLine(gatheringView(engine.state, newest(parts, g)))), next }
}

function steered(
  parts: RequestContext,
  caller: Caller,
  input: RequestInput<'gatherings.steer'>,
): () => Command {
  const { verb, text = '', to = null } = input
  if (utf8Length(text) > seatNoteLimit) throw refused('too_large', 'A note has 16 KiB at most.')
  const { byName: name } = authorAndName(parts, caller)
  // Evaluated when the command's turn comes, since the gathering may have changed by then.
  return () => {
    const g = findGathering(parts, caller, input.id)
    if (verb === 'start') return { type: 'gathering.started', gathering: g.id, tabs: tabsOf(parts, g) }
    if (verb === 'dismiss') return { type: 'gathering.dismissed', gathering: g, name }
    return { type: 'gathering.steered', gathering: g.id, name, verb, text, to }
  }
}

function findCard(
  parts: RequestContext,
  caller: Caller,
  id: string,
  cardId: string,
): { g: Gathering; card: HarvestCard } {
  const g = findGathering(parts, caller, id)
  const card = g.harvest?.cards.find((one) => one.id === cardId)
  if (!card) throw refused('not_found', 'There is no such card in that harvest.')
  return { g, card }
}

/** Files that agents read by themselves are only available with a folder. */
function homeFor({ status }: RequestContext, { folder }: Gathering, home: string): string {
  const homes = [memoryHome, ...(folder === null ? [] : status().memoryFiles)]
  if (homes.includes(home)) return home
  throw refused('bad_request', `A memory of this circle goes to ${homes.join(' or ')}.`)
}

/** Writes the file before the card changes its state. */
function filed(
  parts: RequestContext,
  caller: Caller,
  { id, card: cardId, decision, agent, hash, home = memoryHome }: RequestInput<'gatherings.file'>,
): () => Command {
  return () => {
    const { g, card } = findCard(parts, caller, id, cardId)
    if (card.state !== 'proposed') throw refused('wrong_state', `It was ${card.state} already.`)
    if (decision === 'file') {
      if (hash === undefined)
        throw refused('bad_request', 'Look at what it would change first, and say the hash of that.')
      parts.harvests.file(g.folder, filingOf(g, card, homeFor(parts, g, home)), hash)
    }
    if (decision === 'give' && (card.kind !== 'todo' || agent === undefined))
      throw refused('bad_request', 'A task is given to an agent: say which, by its name.')
    const to = decision === 'give' && agent !== undefined ? agentIdOf(parts, agent) : null
    const state = ({ file: 'filed', give: 'given', refuse: 'refused' } as const)[decision]
    const went = state === 'filed' && card.kind === 'memory' ? home : null
    return {
      type: 'gathering.carded',
      gathering: g,
      card: card.id,
      state,
      home: went,
      to,
      ...authorAndName(parts, caller),
    }
  }
}

/** All but archived ones. */
export function shownGatherings({ engine, store }: Pick<RequestContext, 'engine' | 'store'>) {
  return store
    .gatherings({ state: 'listed', member: null }, 0, listed)
    .map((g) => gatheringView(engine.state, engine.state.gatherings.get(g.id) ?? g))
}

/** Adds date, gathering and sources to a memory or idea. */
function filingOf(
  g: Gathering,
  { kind, path, text }: HarvestCard,
  home: string,
): Pick<HarvestCard, 'kind' | 'path' | 'text'> {
  if (kind !== 'memory' && kind !== 'idea') return { kind, path, text }
  return { kind, path: kind === 'memory' ? home : ideaHome, text: sourced(g, text) }
}

function sourced(g: Gathering, text: string): string {
  const ids = [...new Set(text.match(/utt-[0-9a-z]{10}/g) ?? [])].filter((id) =>
    g.index.some((one) => one.id === id),
  )
  const words = text.replace(/[ \t]*\[(?:\s*`?utt-[0-9a-z]{10}`?\s*[,;]?)+\]/g, '').trim()
  const day = isoDay(g.closed?.at ?? g.convened.at)
  const topic = g.topic.replace(/\s+/gu, ' ').trim()
  return `${words}\n(${[day, `gathering "${topic}"`, g.id, ...ids].join(', ')})`
}

/** Adds a seat to a running circle. Evaluated when the command's turn comes, with all rows up to then. */
export function joinGathering(
  parts: RequestContext,
  caller: Caller,
  { id, user, ...wanted }: RequestInput<'gatherings.join'>,
): () => Command {
  return () => {
    if (user && (wanted.agent !== undefined || wanted.spawn !== undefined || wanted.name !== undefined))
      throw refused('bad_request', 'A seat is the user’s (user) or an agent’s (agent, spawn), not both.')
    const { id: gathering } = findGathering(parts, caller, id)
    const { role = '' } = wanted
    const own: NewSeat = { name: parts.status().user, role, kind: 'user', agent: null, spawn: null }
    const seat = user ? own : seatFor(parts, caller, wanted, newPlace)
    const fields = {
      name: authorAndName(parts, caller).byName,
      seat: numberless(seat),
      tab: tabOf(parts, seat),
    }
    const of = { id: gathering }
    const rows = seat.agent === null ? allRows(parts.store, of) : rowsFor(parts.store, of, seat.agent)
    return { type: 'gathering.joined', gathering, ...fields, holds: user?.holds ?? false, rows }
  }
}

/** The gathering may have been closed long ago. */
export function harvesterCommand(
  parts: RequestContext,
  caller: Caller,
  { id, ...wanted }: RequestInput<'gatherings.harvester'>,
): () => Command {
  return () => {
    const gathering = findGathering(parts, caller, id)
    const seat = seatFor(parts, caller, wanted, 0)
    const fields = {
      name: authorAndName(parts, caller).byName,
      seat: numberless(seat),
      tab: tabOf(parts, seat),
    }
    return { type: 'gathering.reharvested', gathering, ...fields, rows: allRows(parts.store, gathering) }
  }
}

/** A placeholder: the core assigns the next number. */
const newPlace = 99

function numberless({
  number: _number,
  joined: _joined,
  ...seat
}: Seat | (NewSeat & { number?: never })): NewSeat {
  return seat
}

function tabOf({ names }: RequestContext, { spawn, name }: NewSeat): NameKeys | null {
  return spawn === null ? null : readName(names, name)
}
