import { RefusedError } from '../../main/contract/errors.ts'
import type { FeedEvent } from '../../main/contract/feed.ts'
import type { RequestInput, RequestKind } from '../../main/contract/requests.ts'
import type { Bridge } from '../connection.ts'
import { answersOf } from './answers.ts'
import type { Answers, Play } from './play.ts'

/** What a play tells, in order: a snapshot, then what follows. */
export const toldBy = (play: Play): readonly FeedEvent[] =>
  play.view === null ? [] : [{ kind: 'snapshot', view: play.view }, ...(play.feed ?? [])]

/** A main that plays one state. */
export function bridgeOf(play: Play): Bridge {
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
      let isHeard = true
      queueMicrotask(() => {
        for (const event of toldBy(play)) if (isHeard) listener(event)
      })
      return () => void (isHeard = false)
    },
  }
}

async function answer<K extends RequestKind>(answers: Answers, kind: K, input: unknown) {
  return answers[kind](input as RequestInput<K>)
}
