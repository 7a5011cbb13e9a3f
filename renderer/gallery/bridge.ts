import { RefusedError } from '../../main/contract/api/errors.ts'
import type { FeedEvent } from '../../main/contract/api/feed.ts'
import type { RequestInput, RequestKind } from '../../main/contract/api/requests.ts'
import type { Bridge } from '../state/connection.ts'
import { answersOf } from './answers.ts'
import type { World } from './domain/world.ts'
import type { Answers, Play, StoryPlay } from './play.ts'

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

/** The domain of a story, as a window is connected to it. */
export function bridgeTo(world: World, { answers = {}, fleet, isSilent }: StoryPlay): Bridge {
  const inFleet = (event: FeedEvent): FeedEvent => {
    if (fleet === undefined) return event
    if (event.kind === 'status') return { ...event, status: { ...event.status, fleet } }
    if (event.kind !== 'snapshot') return event
    return { ...event, view: { ...event.view, status: { ...event.view.status, fleet } } }
  }
  return {
    async request(kind, input) {
      try {
        const own = answers[kind as RequestKind] as ((input: unknown) => unknown) | undefined
        return { answer: await (own ? own(input) : world.ask(kind as RequestKind, input as never)) }
      } catch (error) {
        if (error instanceof RefusedError) return { error: error.refusal }
        throw error
      }
    },
    subscribe(listener) {
      const listens = (event: FeedEvent) => listener(inFleet(event))
      let leave = () => {}
      queueMicrotask(() => {
        if (isSilent) return
        leave = world.domain.feed.subscribe(listens)
        world.listeners.add(listens)
      })
      return () => {
        leave()
        world.listeners.delete(listens)
      }
    },
  }
}
