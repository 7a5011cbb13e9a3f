import { once } from 'node:events'
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { serveDomain, type ServedDomain } from '../../testkit/served/served-domain.ts'

type Cut = 'before the request' | 'before the answer' | 'within the answer'

/** A proxy that cuts the next connection at the given place. */
class CuttingProxy {
  readonly #server: Server
  cut: Cut | null = null

  constructor(port: number) {
    this.#server = createServer((caller) => this.#join(caller, port))
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`
  }

  close(): void {
    this.#server.close()
  }

  #join(caller: Socket, port: number): void {
    const { cut } = this
    this.cut = null
    const janus = connect(port, '127.0.0.1')
    for (const one of [caller, janus]) one.on('error', () => undefined)
    caller.on('close', () => janus.destroy())
    caller.on('data', (asked) => {
      if (cut === 'before the request') caller.destroy()
      else janus.write(asked)
    })
    janus.on('data', (answer) => {
      if (cut === null) return caller.write(answer)
      if (cut === 'within the answer') caller.write(answer.subarray(0, answer.length - 10))
      caller.end()
    })
    janus.on('close', () => caller.end())
  }
}

let served: ServedDomain
let proxy: CuttingProxy
let url: string
beforeAll(async () => {
  served = await serveDomain(['Ann', 'Bob'])
  proxy = new CuttingProxy(Number(new URL(served.url).port))
  // Janus accepts requests only for its own address, so the client sends that as host.
  url = await proxy.listen()
})
afterAll(async () => {
  proxy.close()
  await served.close()
})
beforeEach(() => void (proxy.cut = null))

/** Sends on a new connection; null: it was cut, so Ann does not know the outcome. */
async function send(key: string, message = 'words'): Promise<{ status: number; id?: string } | null> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined)
  const body = JSON.stringify({ message, idempotencyKey: key })
  socket.write(
    `POST /api/agents/Bob/message HTTP/1.1\r\nHost: ${new URL(served.url).host}\r\nConnection: close\r\n` +
      `Authorization: Bearer ${served.token('Ann')}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${String(Buffer.byteLength(body))}\r\n\r\n${body}`,
  )
  let answer = ''
  socket.on('data', (data) => (answer += String(data)))
  await once(socket, 'close')
  const [, status] = /^HTTP\/1\.1 (\d+)/.exec(answer) ?? []
  const [, length] = /content-length: (\d+)/i.exec(answer) ?? []
  const text = answer.slice(answer.indexOf('\r\n\r\n') + 4)
  if (status === undefined || Buffer.byteLength(text) < Number(length)) return null
  const { messageId: id } = JSON.parse(text) as { messageId?: string }
  return { status: Number(status), ...(id === undefined ? {} : { id }) }
}

/** Bob's queued messages with this text; his clock is stopped. */
const mailOf = (words: string): readonly string[] =>
  (served.janus.engine.state.agents.get(served.id('Bob'))?.mailbox ?? [])
    .filter(({ body }) => body === words)
    .map(({ id }) => id)

test.each(['before the request', 'before the answer', 'within the answer'] as const)(
  'a send whose connection is cut %s, again with its key, is done once',
  async (cut) => {
    const words = `words cut ${cut.replaceAll(' ', '')}`
    proxy.cut = cut
    expect(await send(cut, words)).toBeNull()
    const before = mailOf(words)
    expect(before.length).toBe(cut === 'before the request' ? 0 : 1)
    const again = await send(cut, words)
    expect(again).toMatchObject({ status: 200 })
    expect(await send(cut, words)).toEqual(again)
    expect(mailOf(words)).toEqual([again?.id])
    expect((await send(cut, 'other words'))?.status).toBe(422)
  },
)
