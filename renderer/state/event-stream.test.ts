import { expect, test } from 'vitest'
import { readEvents } from './event-stream.ts'

test.each([1, 2, 7, 1000])('events are whole, in pieces of %i bytes too', async (size) => {
  const bytes = new TextEncoder().encode(
    ': here\n\ndata: {"a":"é😀"}\n\n: still here\n\ndata: b\n\ndata: cut',
  )
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
      controller.close()
    },
  })
  const heard: string[] = []
  await readEvents(body, (data) => heard.push(data))
  expect(heard).toEqual(['{"a":"é😀"}', 'b'])
})
