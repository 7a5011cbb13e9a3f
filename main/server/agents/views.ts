import { isBusy, isUnread, needsOf } from '../../core/step/status.ts'
import { isPeers, peerKeyOf } from '../../contract/mail/authors.ts'
import { callerFields } from '../../contract/agents/agent-fields.ts'
import { leastAbilities, type Abilities } from '../../contract/agents/abilities.ts'
import { expectedAbilities } from '../../contract/agents/kind-abilities.ts'
import { healthReason } from '../../contract/agents/vitals.ts'
import { agentReasonWords } from '../../contract/agents/agent-words.ts'
import type { Audience } from '../../contract/api/audience.ts'
import { colourNames, shapeNames } from '../../contract/agents/looks.ts'
import { budgetView } from '../../contract/budget/budget.ts'
import type { Card, Needs } from '../../contract/api/model.ts'
import { pick } from '../../contract/api/pick.ts'
import type { AgentSummary, BrokenReport } from '../../contract/agents/agent-summary.ts'
import type { AgentView, BrokenView } from '../../contract/api/views.ts'
import { pathFrom } from '../../core/edits/agent-files.ts'
import { isTabOver } from '../../core/budget/caps.ts'
import { isCapped } from '../../core/budget/turn-cap.ts'
import type { OpenCard, Agent, AgentState, SeatAway, State } from '../../core/step/state.ts'
import type { AwaySeatView } from '../../contract/gatherings/gathering-views.ts'
import { machineOf, nameNow } from '../../core/step/peer-ids.ts'
import { turnProvenance } from '../../core/turns/provenance.ts'
import { setupWords } from '../../contract/folders/worktree-runs.ts'
import { isAbsorbed } from '../../core/mail/queue.ts'
import { seatOfAgent } from '../gatherings/gathering-views.ts'
import { handlersView } from '../handlers/handler-views.ts'
import { usualTurnOf } from '../budget/estimate.ts'
import { heartbeatViews } from '../links/link-views.ts'
import { countPending, owedOf, pendingOf, pendingView, type TurnNumber } from '../mail/mail-views.ts'
import { isAboutConversation, isLasting } from '../../contract/agents/service-errors.ts'
import { brokenIn } from '../../core/step/broken-turn.ts'
import { iso, isoOrNull } from '../../contract/words/times.ts'

export function agentView(
  all: State,
  state: AgentState,
  turnNumber: TurnNumber,
  branchOf: (folder: string) => string | null,
): AgentView {
  const { agent } = state
  const { used, cap, raised, closedAt, trouble, notices, review } = agent
  return {
    ...shown(all, state),
    abilities: abilitiesOf(state),
    ...pick(agent, [
      'instructions',
      'reason',
      'since',
      'order',
      'createdAt',
      'turnNumber',
      'lastLine',
      'unread',
    ]),
    ...(notices ? { notices: { shown: notices.last, row: notices.row } } : {}),
    ...(review ? { review: { pending: review.pending.length, at: review.at } } : {}),
    ...sharedFilesOf(all, agent),
    costUsd: used.costUsd,
    ...pick(agent, ['context', 'finalWords']),
    spending: budgetView(used, cap, all.limits.caps.tab, raised),
    ...pick(agent, ['anchors']),
    usualTurn: usualTurnOf(agent.recent),
    ...(agent.seat ? { awaySeat: awaySeatView(agent.seat) } : {}),
    isTurnCapped: state.frames.some(isCapped),
    closed: closedAt !== null,
    ...pick(agent, ['look', 'allowed']),
    trust: state.trust,
    trouble: agent.status === 'failed' ? trouble : null,
    pending: pendingOf(state).map((message) => pendingView(all, state, message)),
    owed: owedOf(state, turnNumber),
    broken: brokenView(state),
    answering: answering(all, state),
    waitingFor: waitingFor(all, state),
    background: state.background,
    healthWarning: state.healthWarning,
    handlers: handlersView(state),
    heartbeats: heartbeatViews(all, state.heartbeats),
    cards: state.cards.map(cardView),
    seat: seatOfAgent(all, state),
    groups: agent.groups.map(({ name }) => name),
    forkedFrom: agent.forkedFrom,
    branch: branchOf(agent.cwd),
    worktree: agent.worktree,
    tabProposals: agent.tabProposals.map(({ key: _, depth: __, ...tabProposal }) => tabProposal),
  }
}

/** Paths as each of the two agents sees them. */
function sharedFilesOf({ agents }: State, { files, cwd }: Agent): Pick<AgentView, 'sharedFiles'> {
  if (!files?.shared.length) return {}
  return {
    sharedFiles: files.shared.map(({ path, with: other, why, isSecond }) => ({
      path: pathFrom(cwd, path),
      with: other,
      theirPath: pathFrom(agents.get(other)?.agent.cwd ?? '', path),
      why,
      isSecond,
    })),
  }
}

export const awaySeatView = ({ topic, by, gathering, asked }: SeatAway): AwaySeatView => ({
  topic,
  by,
  machine: machineOf(gathering) ?? '',
  asked,
})

/** As reported by its process; before that, those expected of its kind. */
export function abilitiesOf({ agent, abilities }: AgentState): Abilities {
  return abilities === leastAbilities ? expectedAbilities[agent.kind] : abilities
}

/** The hash is only given to callers that have seen the whole input. */
function cardView({ request: _, whole: __, hash, ...card }: OpenCard): Card {
  return { ...card, hash: card.hidden === 0 ? hash : null }
}

function shown(all: State, state: AgentState) {
  return pick({ ...state.agent, needs: needsNow(all, state) }, callerFields)
}

/** Includes tabs that it proposes. */
function needsNow(all: State, state: AgentState): Needs {
  const { closedAt, tabProposals } = state.agent
  return blockedBy(all, state) ?? (closedAt === null && tabProposals.length > 0 ? 'card' : null)
}

/** What keeps an agent from working; at a cap of its own it waits for the user. */
export function blockedBy({ limits }: State, state: AgentState): Needs {
  const needs = needsOf(state)
  if (needs !== null || state.agent.closedAt !== null) return needs
  return isTabOver(limits, state.agent) || state.frames.some(isCapped) ? 'card' : null
}

/** Authors of the messages that begin its turn; absorbed ones are not answered. */
function answering(all: State, state: AgentState): readonly string[] {
  const { turn, frames, mailbox } = state
  const next = frames.find((frame) => frame.how === 'begin' && isUnread(frame))
  const chain = turn ?? (next ? turnProvenance(state, next) : null)
  if (chain?.origin !== 'peer') return []
  const names = chain.begun.flatMap((id) => {
    const message = mailbox.find((one) => one.id === id)
    if (!message || !isPeers(message.from) || isAbsorbed(message)) return []
    return [nameNow(all, peerKeyOf(message.from)) ?? message.fromName]
  })
  return [...new Set(names)]
}

function waitingFor(all: State, { awaits }: AgentState): AgentView['waitingFor'] {
  const first = awaits.find(({ over }) => over === null)
  const peer = first && all.agents.get(first.peer)
  return peer ? { agent: peer.agent.id, name: peer.agent.name, since: first.since } : null
}

export function agentSummary(
  all: State,
  state: AgentState,
  extra: Pick<AgentSummary, 'self' | 'renamed'>,
  audience: Audience,
): AgentSummary {
  return {
    ...shown(all, state),
    reason: reasonOf(state, audience),
    broken: brokenReport(state),
    since: iso(state.agent.since),
    pending: countPending(state),
    waitingFor: waitingFor(all, state)?.name ?? null,
    gathering: seatOfAgent(all, state)?.topic ?? null,
    colour: colourNames[state.agent.look.hue - 1] ?? '',
    shape: shapeNames[state.agent.look.shape - 1] ?? '',
    groups: state.agent.groups.map(({ name }) => name),
    ...extra,
  }
}

function reasonOf({ agent: { reason, worktree }, healthWarning }: AgentState, audience: Audience): string {
  const { setup } = worktree ?? {}
  return agentReasonWords(reason, audience) || healthReason(healthWarning) || (setup ? setupWords(setup) : '')
}

/** Null while a turn runs, since its end decides about the broken one. */
export function brokenView(state: AgentState): BrokenView | null {
  const frame = isBusy(state) ? undefined : brokenIn(state)
  if (!frame) return null
  const { broke, tries, chain, failure } = frame
  const { detail, retryAt } = broke
  const { error, times = 1 } = failure ?? {}
  return {
    detail,
    retryAt,
    tries,
    from: chain?.from ?? [],
    isLasting: isLasting(error),
    suggestsFork: times > 1 && isAboutConversation(error),
  }
}

const longestReason = 300

/** For callers of the API. */
export function brokenReport(state: AgentState): BrokenReport | null {
  const broken = brokenView(state)
  if (!broken) return null
  const { detail, retryAt, isLasting } = broken
  const { error = 'unknown' } = brokenIn(state)?.failure ?? {}
  const reason = detail.replace(/\s+/g, ' ').slice(0, longestReason)
  return { error, reason, isLasting, retryAt: isoOrNull(retryAt) }
}
