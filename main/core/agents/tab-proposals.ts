import type { Worktree } from '../../contract/folders/changes.ts'
import { kindFacts } from '../../contract/agents/kinds.ts'
import type { Actor, AgentId } from '../../contract/api/model.ts'
import { pick } from '../../contract/api/pick.ts'
import type { OpenedBy, TabProposal } from '../../contract/agents/tab-proposals.ts'
import type { Answer, EventOf } from '../step/events.ts'
import { depthCap } from '../mail/loop-guard.ts'
import { accept, acceptFromJanus, refuse } from '../mail/mailbox.ts'
import { stricter } from '../mail/permission-order.ts'
import type { NameKeys } from '../step/state.ts'
import type { Step } from '../step/step.ts'
import { create } from './agents.ts'
import { nameTaken } from './name-taken.ts'

/** ms; an undecided proposal expires after a day. */
export const tabProposalTime = 24 * 60 * 60_000
/** Undecided proposals per agent. */
const tabProposalCap = 3

/** Opens the tab within the limit that the user has set, else proposes it to them. */
export function proposeTab(step: Step, event: EventOf<'tab.proposed'>): Answer {
  const { by, name, wanted, key, isInside } = event
  const state = step.find(by)
  if (!state) return refuse('unauthorized', 'The proposer is gone.')
  const earlier = key === null ? null : knownBy(step, by, key)
  if (earlier) return earlier
  const taken = nameTaken(step, name, null)
  if (taken) return taken
  const { agent, turn } = state
  const depth = (turn?.depth ?? agent.depth) + 1
  const tabProposal: TabProposal = { ...wanted, id: step.ids.next('tab'), at: step.now, depth, key }
  const isFree = openedAlone(step) < step.limits.tabsByAgents && step.limits.stopped === null
  // A long chain among agents, or a tab outside the proposer's folder, needs the user's approval.
  if (isFree && isInside && depth <= depthCap) return open(step, by, tabProposal, name, null)
  if (agent.tabProposals.length >= tabProposalCap)
    return refuse(
      'too_many',
      `${tabProposalCap} tabs that you proposed still wait for your user. Go on without them.`,
    )
  step.agent(by, { tabProposals: [...agent.tabProposals, tabProposal] })
  return { kind: 'tabProposal', tabProposal: tabProposal.id, agent: null }
}

export function decide(
  step: Step,
  { tabProposal: id, open: how, words, said }: EventOf<'tab.decided'>,
): Answer {
  const found = step
    .agents()
    .flatMap(({ agent }) => agent.tabProposals.map((tabProposal) => ({ by: agent.id, tabProposal })))
  const one = found.find(({ tabProposal }) => tabProposal.id === id)
  if (!one) return refuse('wrong_state', 'That proposal does not wait any more.')
  if (how === null) {
    forget(step, one.by, one.tabProposal)
    const why = words === '' ? 'your user said no' : `your user said no: ${words}`
    tell(step, one.by, `The tab "${one.tabProposal.name}" that you proposed is not opened: ${why}.`)
    return { kind: 'tabProposal', tabProposal: one.tabProposal.id, agent: null }
  }
  const { name, worktree, ...changes } = how
  const tabProposal = { ...one.tabProposal, ...changes, name: name.name }
  const isSaid = changes.firstMessage !== undefined && changes.firstMessage !== one.tabProposal.firstMessage
  const opened = open(step, one.by, tabProposal, name, {
    isChosen: changes.permissionMode !== undefined,
    said: isSaid && said ? said : null,
    ...(worktree ? { worktree } : {}),
  })
  if (opened.kind === 'refused') return opened
  forget(step, one.by, one.tabProposal)
  const was = tabProposal.name === one.tabProposal.name ? '' : `, which you called "${one.tabProposal.name}"`
  tell(
    step,
    one.by,
    `The tab "${tabProposal.name}"${was} is open, by your user's word. Write to it with send_to_agent.`,
  )
  return opened
}

export function lapse(step: Step, id: AgentId): void {
  for (const tabProposal of step.get(id).agent.tabProposals) {
    if (step.now < tabProposal.at + tabProposalTime) continue
    forget(step, id, tabProposal)
    tell(
      step,
      id,
      `The tab "${tabProposal.name}" that you proposed is not opened: your user did not decide within a day.`,
    )
  }
}

export function openedAlone(step: Step): number {
  const isAlone = (by: OpenedBy | null) => by !== null && !by.byUser
  return step.agents().filter(({ agent }) => agent.closedAt === null && isAlone(agent.openedBy)).length
}

/**
 * How the user opened it: whether they chose its permission mode, and the author of the first message if they
 * changed it.
 */
interface ByUser {
  readonly isChosen: boolean
  readonly said: Actor | null
  readonly worktree?: Worktree
}

function open(
  step: Step,
  by: AgentId,
  tabProposal: TabProposal,
  name: NameKeys,
  user: ByUser | null,
): Answer {
  const byUser = user !== null
  const proposer = step.get(by).agent
  // The proposer may have got a stricter mode since; the user's own choice counts as it is.
  const permissionMode = user?.isChosen
    ? tabProposal.permissionMode
    : stricter(tabProposal.permissionMode, proposer.permissionMode)
  const { kind, firstMessage, depth, key } = tabProposal
  if (!kindFacts[kind].modes.includes(permissionMode))
    return refuse(
      'wrong_state',
      `${proposer.name} works in the permission mode ${permissionMode}, in which ${kindFacts[kind].name} cannot be started.`,
    )
  const made = create(step, {
    type: 'agent.created',
    ...pick(tabProposal, [
      'kind',
      'program',
      'role',
      'template',
      'instructions',
      'cwd',
      'model',
      'effort',
      'look',
    ]),
    name,
    permissionMode,
    policy: 'hybrid',
    ...(user?.worktree ? { worktree: user.worktree } : {}),
  })
  if (made.kind !== 'agent') return made
  const openedBy: OpenedBy = { agent: by, name: proposer.name, byUser, key }
  step.agent(made.agent, { openedBy })
  if (firstMessage.trim() !== '')
    accept(step, {
      ...(user?.said
        ? { from: user.said.by, fromName: user.said.name, priority: 'high' as const }
        : { from: { kind: 'agent', id: by }, fromName: proposer.name, priority: 'normal' as const }),
      to: made.agent,
      body: firstMessage,
      ...(byUser ? { depth: 0, causes: [] } : { depth }),
    })
  return { kind: 'tabProposal', tabProposal: tabProposal.id, agent: made.agent }
}

/** The result of the same call before. */
function knownBy(step: Step, by: AgentId, key: string): Answer | null {
  const tabProposal = step.get(by).agent.tabProposals.find((one) => one.key === key)
  if (tabProposal) return { kind: 'tabProposal', tabProposal: tabProposal.id, agent: null }
  const made = step.agents().find(({ agent: { openedBy } }) => openedBy?.agent === by && openedBy.key === key)
  return made ? { kind: 'tabProposal', tabProposal: 'tab-', agent: made.agent.id } : null
}

function forget(step: Step, by: AgentId, { id }: TabProposal): void {
  step.agent(by, {
    tabProposals: step.get(by).agent.tabProposals.filter((tabProposal) => tabProposal.id !== id),
  })
}

function tell(step: Step, to: AgentId, body: string): void {
  acceptFromJanus(step, { to, body, priority: 'normal' })
}
