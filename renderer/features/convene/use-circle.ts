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
  /** The user or an agent changed something. */
  readonly isTouched: boolean
  /** Restored from an unfinished draft. */
  readonly isKept: boolean
  readonly startAgain: () => void
  /** Called when it has started: the draft is not kept. */
  readonly forget: () => void
}

interface Standing {
  readonly draft: CircleDraft
  readonly isKept: boolean
  readonly isChanged: boolean
}

export function useCircle(panel: ConvenePanel, near: AgentView | null): Circle {
  const rhythms = useRhythms()
  const [standing, setStanding] = useState(() => begin(panel, near))
  const first = firstRhythm(rhythms)
  const { draft } = standing
  // A proposal or fork is not saved as the user's unfinished draft.
  const isOwn = draft.proposal === null && draft.fork === null
  // The presets arrive later: apply the first one unless the user has begun to edit.
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
  const rhythms = currentRhythms()
  return usualCircle(around, rhythms?.find((one) => one.name === name) ?? firstRhythm(rhythms))
}

/** The default circle about a text, with its agent in it. */
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

export function circleOf(of: GatheringView, folder: string): CircleDraft {
  return {
    topic: of.topic,
    // So that a change of the question changes the topic.
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

/** The earlier circle, to be edited before it continues; closed or deleted tabs would be created again. */
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

function keptCircle(isOpen: (agent: AgentId) => boolean): CircleDraft | null {
  const kept = recall<CircleDraft | null>(place, null)
  // Fields that older versions did not save.
  const fresh = { unread: {}, madeTopic: '', decision: null, fork: null }
  return isWhole(kept) ? withoutGone({ ...fresh, ...kept }, isOpen) : null
}

/** Removes tabs that no longer exist. Remote agents stay: their seat shows what is wrong. */
export function withoutGone(kept: CircleDraft, isOpen: (agent: AgentId) => boolean): CircleDraft {
  const isHere = (who: Sitter) => who.kind !== 'agent' || isRemoteId(who.agent) || isOpen(who.agent)
  return {
    ...kept,
    seats: kept.seats.filter((seat) => isHere(seat.who)),
    harvester: isHere(kept.harvester) ? kept.harvester : { kind: 'new', name: 'Scribe' },
  }
}

/** Another version of Janus may have saved another shape. */
const isWhole = (kept: CircleDraft | null): kept is CircleDraft =>
  kept !== null &&
  [kept.topic, kept.question, kept.cap, kept.folder].every((one) => typeof one === 'string') &&
  Array.isArray(kept.seats) &&
  Array.isArray(kept.structure) &&
  kept.structure.length === 3 &&
  typeof kept.harvester === 'object'

/** Saves the draft, also for a reload; null clears it. */
const keepCircle = (draft: CircleDraft | null) => remember(place, draft)

const known = createStore<{ readonly rhythms: readonly Rhythm[] | null }>(() => ({ rhythms: null }))

export const currentRhythms = (): readonly Rhythm[] | null => known.getState().rhythms

export const setRhythms = (rhythms: readonly Rhythm[]) => known.setState({ rhythms })

/** The presets, built-in ones first; null until loaded. Reloaded with each snapshot. */
export function useRhythms(): readonly Rhythm[] | null {
  const snapshots = useMirror((now) => now.snapshots)
  useEffect(() => {
    // Without presets the dialog still works.
    ask('rhythms.list', {}).then(setRhythms, () => undefined)
  }, [snapshots])
  return useStore(known, (now) => now.rhythms)
}

const firstRhythm = (rhythms: readonly Rhythm[] | null): Rhythm | null =>
  rhythms?.find((one) => one.name.toLowerCase() === 'decide') ?? rhythms?.[0] ?? null
