import { afterEach, expect, test, vi } from 'vitest'
import { follow, readEvents } from './connection.ts'
import type { Connection } from './mirror.ts'

afterEach(() => vi.unstubAllGlobals())

test('a mistake of the window is told as one, and the same feed goes on', async () => {
  const asked: unknown[] = []
  const told: unknown[] = []
  const states: Connection[] = []
  const words = ['{"kind":"gone","agent":"agt-a"}', '{"kind":"gone","agent":"agt-b"}']
  const stream = new TransformStream<Uint8Array, Uint8Array>()
  const writer = stream.writable.getWriter()
  vi.stubGlobal('window', {})
  vi.stubGlobal('fetch', (...args: unknown[]) => {
    asked.push(args[0])
    return Promise.resolve(new Response(stream.readable))
  })
  vi.stubGlobal('reportError', (error: unknown) => told.push(error))
  const mistake = new Error('a mistake')
  const heard = Promise.withResolvers<unknown>()
  const leave = follow({
    event: (event) => {
      if ('agent' in event && event.agent === 'agt-a') throw mistake
      heard.resolve(event)
    },
    connection: (state) => states.push(state),
  })
  for (const word of words) void writer.write(new TextEncoder().encode(`data: ${word}\n\n`))
  expect(await heard.promise).toEqual({ kind: 'gone', agent: 'agt-b' })
  expect([asked, told, states]).toEqual([['feed'], [mistake], ['open', 'open']])
  leave()
})

test('what the desktop remembers comes before the connection is open', () => {
  const heard: string[] = []
  const events = [{ kind: 'snapshot', isRemembered: true }, { kind: 'snapshot' }]
  const subscribe = (listener: (event: unknown) => void) => events.forEach(listener)
  vi.stubGlobal('window', { janus: { subscribe } })
  follow({ event: ({ kind }) => heard.push(kind), connection: (state) => heard.push(state) })
  expect(heard).toEqual(['snapshot', 'open', 'snapshot'])
})

test('a page reloads when a feed says that the files of the window are of another build', async () => {
  const builds = ['a', 'a', 'b']
  const reloaded = Promise.withResolvers<number>()
  vi.stubGlobal('window', {})
  vi.stubGlobal('location', { reload: () => reloaded.resolve(builds.length) })
  vi.stubGlobal('fetch', () => {
    const build = builds.shift()
    return Promise.resolve(new Response('', build === undefined ? {} : { headers: { 'janus-build': build } }))
  })
  const leave = follow({ event: () => undefined, connection: () => undefined })
  expect(await reloaded.promise).toBe(0)
  leave()
})

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
