import { RefusedError } from '../../main/contract/api/errors.ts'
import type { FeedEvent } from '../../main/contract/api/feed.ts'
import type { RequestKind } from '../../main/contract/api/requests.ts'
import type { Bridge } from '../state/connection.ts'
import type { World } from './domain/world.ts'
import type { StoryPlay } from './play.ts'

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
        const own = answers[kind as RequestKind] as ((input: unknown, world: World) => unknown) | undefined
        return { answer: await (own ? own(input, world) : world.ask(kind as RequestKind, input as never)) }
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
