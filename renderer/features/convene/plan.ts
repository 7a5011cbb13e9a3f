import type { RequestInput } from '../../../main/contract/api/requests.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { kindInput } from '../../entities/kind/kind-choice.tsx'
import { hasUser, typedOptions, type CircleDraft, type Sitter } from './circle-draft.ts'
import { capsIn } from './numbers.ts'
import { topicOfQuestion } from './usual-circle.ts'

export type GatheringPlan = RequestInput<'gatherings.convene'>
type Participant = GatheringPlan['participants'][number]

/** Missing texts are sent as a dash, so that main can estimate already. */
export function planFromDraft(draft: CircleDraft, nameOf: (agent: AgentId) => string): GatheringPlan {
  const participants = draft.seats.flatMap(({ who, role }, at) =>
    who.kind === 'user' ? [] : [{ ...sitterOf(who, draft, nameOf), number: at + 1, ...roleOf(role) }],
  )
  return {
    topic: draft.topic.trim() || topicOfQuestion(draft.question) || '–',
    question: draft.question.trim() || '–',
    ...(draft.rhythm === null ? {} : { rhythm: draft.rhythm }),
    participants,
    harvester: sitterOf(draft.harvester, draft, nameOf),
    ...userOf(draft),
    structure: [...draft.structure],
    beatsPerTurn: draft.beats,
    beatIntervalSeconds: draft.interval,
    finalBeatGraceSeconds: draft.grace,
    sealed: draft.sealed,
    ...decisionOf(draft),
    ...(draft.proposal === null ? {} : { proposal: draft.proposal }),
    ...forkOf(draft.fork),
    ...capsOf(draft.cap),
  }
}

function decisionOf({ decision, seats }: CircleDraft): Pick<GatheringPlan, 'decision'> {
  if (decision === null) return {}
  const options = typedOptions(decision)
  const { by, alone } = decision
  return {
    decision: {
      by,
      alone: alone && hasUser(seats),
      ...(options.length > 0 ? { options: [...options] } : {}),
    },
  }
}

function capsOf(text: string): Pick<GatheringPlan, 'maxTurns' | 'maxCost' | 'maxTokens'> {
  const plan = (capsIn(text) ?? []).map((cap) => {
    if (cap.kind === 'turns') return { maxTurns: cap.turns }
    if (cap.kind === 'tokens') return { maxTokens: cap.tokens }
    return cap.kind === 'cost' ? { maxCost: cap.usd } : {}
  })
  return Object.assign({}, ...plan) as Pick<GatheringPlan, 'maxTurns' | 'maxCost' | 'maxTokens'>
}

function forkOf(fork: CircleDraft['fork']): Pick<GatheringPlan, 'fork'> {
  if (fork === null) return {}
  const { gathering, row, begins, copies } = fork
  return {
    fork: {
      gathering,
      utterance: row.id,
      ...(begins === null ? {} : { begins }),
      ...(copies ? { copies } : {}),
    },
  }
}

function sitterOf(
  who: Exclude<Sitter, { kind: 'user' }>,
  { folder }: CircleDraft,
  nameOf: (agent: AgentId) => string,
): Participant {
  if (who.kind === 'agent') return { name: nameOf(who.agent), agent: who.agent }
  const { kind: _kind, name, of, ...setUp } = who
  const spawn = {
    ...(of === undefined ? {} : kindInput(of)),
    ...setUp,
    ...(folder === '' ? {} : { cwd: folder }),
  }
  return { name: name.trim() || '–', spawn }
}

function userOf({ seats, holds }: CircleDraft): Pick<GatheringPlan, 'user'> {
  if (!hasUser(seats)) return {}
  const at = seats.findIndex((seat) => seat.who.kind === 'user')
  return { user: { number: at + 1, ...roleOf(seats[at]?.role ?? ''), ...(holds ? { holds } : {}) } }
}

const roleOf = (role: string) => (role.trim() === '' ? {} : { role: role.trim() })
