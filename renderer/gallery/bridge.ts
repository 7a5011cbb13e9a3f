import { RefusedError } from '../../main/contract/api/errors.ts'
import type { FeedEvent } from '../../main/contract/api/feed.ts'
import type { RequestInput, RequestKind } from '../../main/contract/api/requests.ts'
import type { Bridge } from '../state/connection.ts'
import { answersOf } from './answers.ts'
import type { Answers, Play } from './play.ts'

/** What a play tells, in order: a snapshot, then what follows. */
export const toldBy = (play: Play): readonly FeedEvent[] =>
  play.view === null ? [] : [{ kind: 'snapshot', view: play.view }, ...(play.feed ?? [])]

/** A main that plays one state, and can be made to tell more. */
export interface PlayedMain extends Bridge {
  readonly tell: (event: FeedEvent) => void
}

/** Makes it. */
export function bridgeOf(play: Play): PlayedMain {
  const listeners = new Set<(event: FeedEvent) => void>()
  const answers: Answers = { ...answersOf(play), ...play.answers }
  return {
    async request(kind, input) {
      try {
        return { answer: await answer(answers, kind as RequestKind, input) }
      } catch (error) {
        if (error instanceof RefusedError) return { error: error.refusal }
        throw error
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      queueMicrotask(() => {
        for (const event of toldBy(play)) if (listeners.has(listener)) listener(event)
      })
      return () => void listeners.delete(listener)
    },
    tell(event) {
      for (const listener of listeners) listener(event)
    },
  }
}

async function answer<K extends RequestKind>(answers: Answers, kind: K, input: unknown) {
  return answers[kind](input as RequestInput<K>)
}
