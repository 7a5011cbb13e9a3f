import type { MessageFate } from '../../contract/history/timeline.ts'
import { whatWords, whyWords } from '../../contract/history/timeline-words.ts'
import type { Actor } from '../../contract/api/model.ts'
import type { Store } from '../../ports/ports.ts'
import { everyMoment } from '../factories/moments.ts'

/** The whole timeline as a story tells it: what happened, when, and why; of messages the store knows the rest. */
export function timelineLines(store: Store): readonly string[] {
  return store.moments(everyMoment, null, Number.MAX_SAFE_INTEGER).map((moment) => {
    const { from, to, text, sealed, at, fact } = moment
    const stored = fact.kind === 'message' ? store.message(fact.message) : null
    const as: MessageFate['as'] = stored?.isReply ? 'replied' : stored?.expectsReply ? 'asked' : 'said'
    const message = stored && {
      as,
      priority: stored.priority,
      thread: stored.thread,
      state: stored.state,
      stateAt: stored.stateAt,
      turn: null,
      isGone: false,
      reason: stored.reason,
      waits: null,
    }
    const row = { fact, from, message, cause: null } as const
    const who = [from && nameOf(from), whatWords(row), to.map(nameOf).join(', ')]
    const words = sealed ? '(under seal)' : text.split('\n')[0]
    const why = fact.kind === 'message' ? '' : whyWords(row, 'person')
    const said = [...who, words && `“${words}”`].filter(Boolean).join(' ')
    return `  ${String(at / 1000)} s ${fact.kind}: ${said}${why === '' ? '' : ` (${why})`}`
  })
}

/** The person of the stories is Mo. */
const nameOf = ({ name }: Actor): string => (name === 'You' ? 'Mo' : name)
