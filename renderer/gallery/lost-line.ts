import { frame } from './hand.ts'
import type { FeedEvent } from '../../main/contract/api/feed.ts'
import type { Bridge } from '../state/connection.ts'

/**
 * Plays a state over the web's line, and then loses the line: a bridge cannot. Main is gone (`lost`), or
 * answers that it does not know this window (`signedOut`).
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
