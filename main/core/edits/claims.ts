import type { AgentId } from '../../contract/api/model.ts'
import { claimLimits } from '../../contract/edits/edits.ts'
import { refuse } from '../mail/mailbox.ts'
import type { Answer, EventOf } from '../step/events.ts'
import type { Step } from '../step/step.ts'
import { filesOf, keepFiles } from './agent-files.ts'

/** Claims files, or releases them. Claims lock nothing, so two agents may claim the same. */
export function claimFiles(step: Step, event: EventOf<'files.claimed'>): Answer {
  const { agent: id, folder, globs, minutes } = event
  const state = step.find(id)
  if (!state || state.agent.closedAt !== null) return refuse('unauthorized', 'The agent is gone.')
  const others = filesOf(state).claims.filter(
    (one) => globs.length > 0 && (one.folder !== folder || !globs.includes(one.glob)),
  )
  if (minutes === 0) {
    keepFiles(step, id, { claims: others })
    return { kind: 'done' }
  }
  const until = step.now + minutes * 60_000
  const claims = [...others, ...[...new Set(globs)].map((glob) => ({ folder, glob, until }))]
  if (claims.length > claimLimits.count)
    return refuse(
      'too_many',
      `You may claim ${String(claimLimits.count)} paths. Claim a glob, or release some with minutes 0.`,
    )
  keepFiles(step, id, { claims })
  return { kind: 'done' }
}

export function endClaims(step: Step, id: AgentId): void {
  const { agent } = step.get(id)
  const { claims } = filesOf({ agent })
  const open = agent.closedAt === null ? claims.filter(({ until }) => until > step.now) : []
  if (open.length < claims.length) keepFiles(step, id, { claims: open })
}
