import type { Link } from '../../contract/links/links.ts'
import type { AgentId, MessageId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { wakes } from '../../contract/mail/priorities.ts'
import { isBrief } from '../../core/links/briefing.ts'
import type { AgentState } from '../../core/step/state.ts'
import { writtenIn, type Commit, type Written } from './ledger.ts'
import { must, Watcher } from './invariant.ts'

/** Anyone who is linked has been told the rules and the names before its next prompt, and again when they were lost. */
export class RulesWatcher extends Watcher {
  /** Since when each agent must be told again. */
  readonly #since = new Map<AgentId, number>()
  /** What each was told. */
  readonly #told = new Map<AgentId, MessageId[]>()

  override rebooted(): void {
    this.#since.clear()
  }

  committed(commit: Commit): void {
    const { before, after, now } = commit
    for (const [id, is] of after.agents) {
      const was = before.agents.get(id)
      if (!was) continue
      const isLost = was.agent.conversed && !is.agent.conversed
      if (isLost || was.agent.conversation !== is.agent.conversation) this.#since.set(id, now)
    }
    for (const [id, at] of this.ledger.compacted) if (at === now) this.#since.set(id, at)
    for (const { id, to } of this.ledger.news.filter(isRules)) {
      this.ledger.count('rules told')
      this.#told.set(to, [...(this.#told.get(to) ?? []), id])
    }
    for (const written of writtenIn(commit)) this.#written(written, commit)
  }

  #written({ frame, before, after, messages }: Written, commit: Commit): void {
    if (frame.how !== 'begin' && frame.how !== 'note') return
    // The links of who sits rest: the rules are for after the close.
    if (after.gatheringId !== null) return
    // What is put once more goes alone.
    if (frame.kind === 'nudge' || frame.kind === 'resume' || frame.kind === 'reminder') return
    if (messages.some(({ from, body }) => from.kind === 'user' && body.startsWith('/'))) return
    for (const link of commit.before.links.values()) {
      if (commit.after.links.get(link.id)?.closed !== null || link.closed !== null) continue
      if (!link.members.includes(before.agent.id)) continue
      const names = namesIn(link, before.agent.id, commit)
      must(this.#isTold(after, names, commit), `the rules go ahead of the next prompt (${names.join()})`)
    }
  }

  /** Something of Janus's that names the others was read, or is on its way with this prompt. */
  #isTold({ agent, frames }: AgentState, names: readonly string[], { now }: Commit): boolean {
    const since = this.#since.get(agent.id) ?? 0
    const out = new Set(frames.flatMap(({ messages }) => messages))
    for (const id of this.#told.get(agent.id) ?? []) {
      const message = this.ledger.messages.get(id)
      if (!message || message.acceptedAt < since) continue
      // The user has taken it back, or has put it among what goes alone.
      if (message.state === 'withdrawn' || wakes(message.priority) || message.now) return true
      if (message.turn === null && !out.has(message.id)) continue
      if (names.every((name) => message.body.includes(name))) return true
    }
    return now === since
  }
}

/** Words of Janus that teach the rules. */
function isRules(message: Message): boolean {
  return isBrief(message) && message.metadata['rules'] === 'true'
}

function namesIn({ members }: Link, self: AgentId, { before }: Commit): readonly string[] {
  return members.flatMap((id) => (id === self ? [] : (before.agents.get(id)?.agent.name ?? [])))
}
