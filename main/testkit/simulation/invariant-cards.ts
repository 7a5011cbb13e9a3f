import { callIn } from '../../core/step/frames-and-turns.ts'
import type { AgentState, State } from '../../core/step/state.ts'
import type { Commit } from './ledger.ts'
import { must, Watcher } from './invariant.ts'

/** A card goes by the user's answer or word, by a death, or by the process's own will: never by Janus. */
export class CardWatcher extends Watcher {
  committed({ before, after }: Commit): void {
    for (const [id, was] of before.agents) {
      const is = after.agents.get(id)
      if (!is) continue
      const gone = was.cards.filter((card) => !is.cards.some((open) => open.id === card.id))
      const come = is.cards.filter((card) => !was.cards.some((open) => open.id === card.id))
      this.ledger.count('cards', come.length)
      for (const card of gone) this.#gone(was, is, card.askedAt, before)
    }
  }

  #gone(was: AgentState, is: AgentState, askedAt: number, { gatherings, limits }: State): void {
    const handledAt = this.ledger.handled.get(was.agent.id)
    const byUser = handledAt !== undefined && handledAt >= askedAt
    const byDeath = is.process === 'off' || is.run !== was.run
    // One that the process asks while an interjection is on its way already goes with the turn that this one ends.
    const byRace = was.frames.some(({ how, writtenAt }) => how === 'interject' && writtenAt <= askedAt)
    // A circle waits for a card so long, and then ends that turn.
    const call = callIn(was.turn?.promptedBy)
    const g = call === null ? undefined : gatherings.get(call.gathering)
    const ending = g?.piece?.ending ?? null
    const byCircle = call !== null && (ending !== null || g?.stage !== 'running')
    const byStop = limits.stopped !== null || was.haltedBy !== null
    must(byStop || byUser || byDeath || byRace || byCircle, "nothing but the user takes the user's card away")
  }
}
