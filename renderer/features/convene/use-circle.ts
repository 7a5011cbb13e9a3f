import { isOwnUser } from '../../../main/contract/gatherings/gatherings.ts'
import { useEffect, useState } from 'react'
import type { Rhythm } from '../../../main/contract/gatherings/rhythms.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import { seatedAt } from '../../../main/contract/gatherings/replay.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { isRemoteId } from '../../state/peers.ts'
import { mirror, openAgents, useMirror } from '../../state/store.ts'
import type { Panel } from '../../state/panel.ts'
import { openLinksOf } from '../../state/selectors.ts'
import { draftSeat, type CircleDraft, type Sitter } from './circle-draft.ts'
import { typedCaps } from './numbers.ts'
import { inRhythm, usualCircle, withQuestion } from './usual-circle.ts'
import { recall, remember } from '../../state/local-storage.ts'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { ask } from '../../state/connection.ts'

export type ConvenePanel = Extract<Panel, { kind: 'convene' }>

export interface Circle {
  readonly draft: CircleDraft
  readonly change: (more: Partial<CircleDraft>) => void
  readonly setQuestion: (question: string) => void
  readonly take: (rhythm: Rhythm) => void
  readonly rhythms: readonly Rhythm[] | null
  /** It is more than what Janus has thought out: the user's, or an agent's. */
  readonly isTouched: boolean
  /** It was left half done, and is shown as it was. */
  readonly isKept: boolean
  /** Throws away what was left half done. */
  readonly startAgain: () => void
  /** It is done with: nothing of it is kept. */
  readonly forget: () => void
}

interface Standing {
  readonly draft: CircleDraft
  readonly isKept: boolean
  readonly isChanged: boolean
}

/** Begins with what was left half done, with a proposal, or with a circle that can be opened as it is. */
export function useCircle(panel: ConvenePanel, near: AgentView | null): Circle {
  const rhythms = useRhythms()
  const [standing, setStanding] = useState(() => begin(panel, near))
  const first = firstRhythm(rhythms)
  const { draft } = standing
  // A proposal or a fork is somebody's already, and is not kept as what the user left half done.
  const isOwn = draft.proposal === null && draft.fork === null
  // The presets come a little later; who has begun to write is not disturbed.
  if (first && draft.rhythm === null && !standing.isChanged && !standing.isKept && isOwn)
    setStanding({ ...standing, draft: inRhythm(draft, first, topicsNow()) })
  useEffect(() => {
    if (standing.isChanged && isOwn) keepCircle(draft)
  }, [standing.isChanged, draft, isOwn])
  const change = (more: Partial<CircleDraft>) =>
    setStanding((now) => ({ ...now, isChanged: true, draft: { ...now.draft, ...more } }))
  return {
    draft,
    rhythms,
    isTouched: standing.isChanged || standing.isKept || !isOwn,
    isKept: standing.isKept,
    change,
    setQuestion: (question) => change(withQuestion(draft, question, topicsNow())),
    take: (rhythm) => {
      const before = rhythms?.find((one) => one.name === draft.rhythm) ?? null
      setStanding((now) => ({ ...now, draft: inRhythm(now.draft, rhythm, topicsNow(), before) }))
    },
    startAgain: () => {
      keepCircle(null)
      setStanding({ draft: usual(near), isKept: false, isChanged: false })
    },
    forget: () => isOwn && keepCircle(null),
  }
}

function begin(panel: ConvenePanel, near: AgentView | null): Standing {
  const now = mirror.getState()
  const fresh = { isKept: false, isChanged: false }
  const proposal = panel.proposal && now.gatherings[panel.proposal]
  if (proposal) return { ...fresh, draft: circleOf(proposal, near?.cwd ?? '') }
  if (panel.fork) return { ...fresh, draft: forkDraft(panel.fork, now.agents, near?.cwd ?? '') }
  if (panel.around) return { ...fresh, draft: about(panel.around, near) }
  const isOpen = (id: AgentView['id']) => now.agents[id]?.closed === false
  const kept = panel.rhythm === undefined ? keptCircle(isOpen) : null
  if (kept) return { draft: kept, isKept: true, isChanged: false }
  return { ...fresh, draft: usual(near, panel.rhythm) }
}

const topicsNow = () => Object.values(mirror.getState().gatherings).map((one) => one.topic)

function usual(near: AgentView | null, name?: string): CircleDraft {
  const now = mirror.getState()
  const linked = near === null ? [] : openLinksOf(now.links, near.id).flatMap(({ members }) => members)
  const around = {
    agents: openAgents(now),
    named: Object.values(now.agents),
    near,
    linked,
    status: now.status,
    topics: topicsNow(),
  }
  const rhythms = rhythmsNow()
  return usualCircle(around, rhythms?.find((one) => one.name === name) ?? firstRhythm(rhythms))
}

/** A usual circle about something, with that agent in it. */
function about(around: NonNullable<ConvenePanel['around']>, near: AgentView | null): CircleDraft {
  const draft = usual(near)
  const { agent, words } = around
  const sits = draft.seats.some((seat) => seat.key === agent)
  const role = mirror.getState().agents[agent]?.role ?? ''
  return {
    ...draft,
    ...(words === '' ? {} : withQuestion(draft, words, topicsNow())),
    seats: sits ? draft.seats : [draftSeat({ kind: 'agent', agent }, role), ...draft.seats],
  }
}

/** A proposal as the start sheet shows it, to be changed before it starts. */
export function circleOf(of: GatheringView, folder: string): CircleDraft {
  return {
    topic: of.topic,
    // Another question gets a name of its own.
    madeTopic: of.topic,
    question: of.question,
    rhythm: of.rhythm,
    seats: of.seats.map((seat) => draftSeat(isOwnUser(seat) ? { kind: 'user' } : sitterOf(seat), seat.role)),
    harvester: sitterOf(of.harvester),
    structure: of.structure,
    beats: of.beatsPerTurn,
    interval: of.interval / 1000,
    grace: of.grace / 1000,
    sealed: of.sealed,
    decision: of.decision
      ? { by: of.decision.by, alone: of.decision.alone, options: of.decision.options.join('\n') }
      : null,
    holds: of.user?.holds ?? false,
    unread: {},
    cap: typedCaps(of.caps),
    folder,
    proposal: of.state === 'proposed' ? of.id : null,
    fork: null,
  }
}

/** The earlier circle as it sat, to be changed before it goes on; tabs that are gone would be made again. */
export function forkDraft(
  { of, row }: NonNullable<ConvenePanel['fork']>,
  agents: Readonly<Record<string, Pick<AgentView, 'closed'> | undefined>>,
  folder: string,
): CircleDraft {
  const isGone = ({ agent, kind }: { agent: AgentId | null; kind: 'agent' | 'user' }) =>
    kind === 'agent' && (agent === null || (!isRemoteId(agent) && agents[agent]?.closed !== false))
  const seats = seatedAt(of.seats, row.n)
  const sits = [...seats, { ...of.harvester, kind: 'agent' as const }]
  const gone = sits.filter(isGone).map(({ name }) => name)
  const there = <Seat extends { agent: AgentId | null; kind: 'agent' | 'user' }>(seat: Seat): Seat =>
    isGone(seat) ? { ...seat, agent: null } : seat
  const harvester = there({ ...of.harvester, kind: 'agent' as const })
  const draft = circleOf({ ...of, seats: seats.map(there), harvester }, folder)
  const { id, n, name, number, phase, round } = row
  const from = { gathering: of.id, topic: of.topic, row: { id, n, name, number, phase, round } }
  return { ...draft, proposal: null, fork: { ...from, begins: null, copies: false, gone } }
}

const sitterOf = ({
  agent,
  name,
  of,
}: Pick<GatheringView['seats'][number], 'agent' | 'name' | 'of'>): Exclude<Sitter, { kind: 'user' }> => {
  if (agent !== null) return { kind: 'agent', agent }
  return {
    kind: 'new',
    name,
    ...(of === undefined ? {} : { of: { kind: of.kind, program: of.program ?? '' } }),
  }
}

const place = 'convene'

/** What the user left half done; null: nothing. */
function keptCircle(isOpen: (agent: AgentId) => boolean): CircleDraft | null {
  const kept = recall<CircleDraft | null>(place, null)
  // One that was kept before there were these fields.
  const fresh = { unread: {}, madeTopic: '', decision: null, fork: null }
  return isWhole(kept) ? withoutGone({ ...fresh, ...kept }, isOpen) : null
}

/** The circle without tabs that are gone since; what became of who sits on another machine is told at their seat. */
export function withoutGone(kept: CircleDraft, isOpen: (agent: AgentId) => boolean): CircleDraft {
  const isHere = (who: Sitter) => who.kind !== 'agent' || isRemoteId(who.agent) || isOpen(who.agent)
  return {
    ...kept,
    seats: kept.seats.filter((seat) => isHere(seat.who)),
    harvester: isHere(kept.harvester) ? kept.harvester : { kind: 'new', name: 'Scribe' },
  }
}

/** Another version of this app may have written something else. */
const isWhole = (kept: CircleDraft | null): kept is CircleDraft =>
  kept !== null &&
  [kept.topic, kept.question, kept.cap, kept.folder].every((one) => typeof one === 'string') &&
  Array.isArray(kept.seats) &&
  Array.isArray(kept.structure) &&
  kept.structure.length === 3 &&
  typeof kept.harvester === 'object'

/** Keeps what is half done over a closed sheet and a reload; null: it is done, or thrown away. */
const keepCircle = (draft: CircleDraft | null) => remember(place, draft)

const known = createStore<{ readonly rhythms: readonly Rhythm[] | null }>(() => ({ rhythms: null }))

export const rhythmsNow = (): readonly Rhythm[] | null => known.getState().rhythms

export const takeRhythms = (rhythms: readonly Rhythm[]) => known.setState({ rhythms })

/** The presets, Janus's own first; null until main has told them. Asked again with each snapshot. */
export function useRhythms(): readonly Rhythm[] | null {
  const snapshots = useMirror((now) => now.snapshots)
  useEffect(() => {
    // Without an answer the sheet still works: what it is to be can be said by hand.
    ask('rhythms.list', {}).then(takeRhythms, () => undefined)
  }, [snapshots])
  return useStore(known, (now) => now.rhythms)
}

const firstRhythm = (rhythms: readonly Rhythm[] | null): Rhythm | null =>
  rhythms?.find((one) => one.name.toLowerCase() === 'decide') ?? rhythms?.[0] ?? null
