import type { AgentState, State } from '../../core/step/state.ts'
import type { Commit } from './ledger.ts'
import { must, Watcher } from './invariant.ts'

const halfAnHour = 30 * 60_000
/** Quiet turns are looked at so much later at the most, in ms: a jump of the clock may be noticed late. */
const slack = 61_000

/** No turn is ended for its silence before half an hour, nor one that waits for somebody; and none is quiet for good. */
export class SilenceWatcher extends Watcher {
  committed({ before, after, now }: Commit): void {
    for (const [id, is] of after.agents) {
      const was = before.agents.get(id)
      if (!was?.healthWarning && is.healthWarning) this.ledger.count(`process ${is.healthWarning.is}`)
      if (!was || was.wasRestarted || !is.wasRestarted) continue
      this.ledger.count('ended for its silence')
      must(was.healthWarning?.is === 'quiet', 'only a quiet turn is ended for its silence')
      must(
        now - was.healthWarning.since >= halfAnHour,
        'no turn is ended for its silence before half an hour',
      )
      must(was.cards.length === 0, 'a turn that waits for the user is never ended for its silence')
      must(!was.awaits.some(isPending), 'a turn that waits for a peer is never ended for its silence')
    }
  }

  override checked(state: State, now: number): void {
    for (const {
      healthWarning,
      turn,
      wasRestarted,
      abilities,
      cards,
      awaits,
      process,
    } of state.agents.values()) {
      if (healthWarning?.is !== 'quiet' || turn === null || wasRestarted || !abilities.resumes) continue
      if (process !== 'on' || cards.length > 0 || awaits.some(isPending)) continue
      must(now - healthWarning.since <= halfAnHour + slack, 'a turn is not quiet for good')
    }
  }
}

const isPending = ({ over }: AgentState['awaits'][number]): boolean => over === null
