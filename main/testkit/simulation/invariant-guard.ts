import type { AgentId, PermissionMode } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { wakes } from '../../contract/mail/priorities.ts'
import { rateCap, sameTextCap } from '../../core/mail/loop-guard.ts'
import type { Agent } from '../../core/step/state.ts'
import type { Commit } from './ledger.ts'
import { must, Watcher } from './invariant.ts'
import { isFinal } from './invariant-mail.ts'

const minute = 60_000
/** From strict to lax. */
const modes: readonly PermissionMode[] = ['plan', 'default', 'acceptEdits', 'auto', 'bypassPermissions']

/** Two agents never talk themselves into a storm: depth, rate and the same words again. */
export class GuardWatcher extends Watcher {
  /** What passed between two agents, without answers to tickets. */
  #passed = new Map<string, { readonly at: number; readonly text: string }[]>()

  committed({ before, rows, now }: Commit): void {
    for (const row of rows) {
      if (row.table === 'forgotten') this.#forget(row.agent)
      if (row.table !== 'message' || row.row.from.kind !== 'agent' || row.row.spoken) continue
      const known = this.ledger.known.get(row.row.id)
      const goesOn = known?.hold === 'paused' && row.row.hold !== 'paused'
      if (known?.state === 'held' && row.row.state !== 'held' && !goesOn)
        this.#passed.delete(pairOf(row.row, row.row.from.id))
      if ((known && !goesOn) || row.row.state === 'held' || row.row.isReply) continue
      if (isFinal(row.row)) continue
      this.#passes(row.row, row.row.from.id, now)
      this.#mayWrite(row.row, before.agents.get(row.row.from.id)?.agent, before.agents.get(row.row.to)?.agent)
    }
  }

  /** Who asks for less is not written to by who has fewer rights, before the person has allowed it. */
  #mayWrite({ crossed, priority }: Message, sender: Agent | undefined, receiver: Agent | undefined): void {
    if (!sender || !receiver || receiver.peers.includes(sender.id)) return
    const isLaxer = modes.indexOf(receiver.permissionMode) > modes.indexOf(sender.permissionMode)
    must(!isLaxer, 'a pair with unequal rights waits for consent')
    const isAbsorbed = crossed !== null && !wakes(priority)
    must(receiver.policy !== 'ask' || isAbsorbed, 'who asks first is written to by the click of the person')
  }

  /** What the guard remembered is gone with the app. */
  override rebooted(): void {
    this.#passed = new Map()
  }

  /** The guard remembers nothing of who is gone: what the person sends again of theirs counts anew. */
  #forget(agent: AgentId): void {
    for (const pair of [...this.#passed.keys()])
      if (pair.split(' ').includes(agent)) this.#passed.delete(pair)
  }

  #passes(message: Message, from: AgentId, now: number): void {
    const pair = pairOf(message, from)
    const passed = (this.#passed.get(pair) ?? []).filter(({ at }) => at > now - 10 * minute)
    passed.push({ at: now, text: message.body.trim() })
    this.#passed.set(pair, passed)
    const lately = passed.filter(({ at }) => at > now - minute)
    must(lately.length <= rateCap, 'no more than twenty a minute between two agents')
    const same = passed.filter(({ text }) => text === message.body.trim())
    must(same.length <= sameTextCap, 'the same words do not pass a third time')
  }
}

function pairOf({ to }: Message, from: AgentId): string {
  return from < to ? `${from} ${to}` : `${to} ${from}`
}
