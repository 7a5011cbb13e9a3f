import { RefusedError } from '../../main/contract/api/errors.ts'
import type { FeedEvent } from '../../main/contract/api/feed.ts'
import type { RequestKind } from '../../main/contract/api/requests.ts'
import type { Bridge } from '../state/connection.ts'
import type { World } from './domain/world.ts'
import type { StoryPlay } from './play.ts'
import { frame } from './hand.ts'

/** The bridge of a window that is connected to a story's domain. */
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

/**
 * Serves a state over HTTP and then loses the connection, which a bridge can't: main is gone (`lost`), or
 * does not know this window (`signedOut`).
 */
export function loseLine(bridge: Bridge, how: 'lost' | 'signedOut'): void {
  let isGone = false
  window.fetch = async (target, init) => {
    if (isGone && how === 'lost') throw new TypeError('Failed to fetch')
    const refusal = { error: { code: 'unauthorized', message: 'Open Janus by the address in the terminal.' } }
    if (isGone) return Response.json(refusal, { status: 401 })
    if (target === 'feed') return new Response(fadingFeed())
    const kind = String(target).replace('requests/', '')
    const reply = await bridge.request(kind, JSON.parse(String(init?.body)))
    return 'answer' in reply ? Response.json(reply.answer) : Response.json(reply, { status: 400 })
  }
  const fadingFeed = () =>
    new ReadableStream<Uint8Array>({
      async start(controller) {
        const send = (event: FeedEvent) =>
          controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`))
        const leave = bridge.subscribe(send)
        for (let count = 0; count < 20; count += 1) await frame()
        leave()
        isGone = true
        controller.close()
      },
    })
}
