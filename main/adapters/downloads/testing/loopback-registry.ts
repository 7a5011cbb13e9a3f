import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Answers {
  /** Bytes of each file after which the connection is cut. */
  cutAfter?: number
  /** Ignores range requests. */
  isWhole?: boolean
  status?: number
  /** Bytes after which nothing more is sent, with the connection kept open. */
  stallsAfter?: number
}

/** An npm registry on loopback that serves `files` by path. */
export class LoopbackRegistry {
  readonly files = new Map<string, Buffer>()
  readonly answers: Answers = {}
  readonly asked: { readonly path: string; readonly range: string | undefined }[] = []
  readonly #server = createServer((request, response) => this.#answer(request, response))

  static async open(): Promise<LoopbackRegistry> {
    const registry = new LoopbackRegistry()
    registry.#server.listen(0, '127.0.0.1')
    await once(registry.#server, 'listening')
    return registry
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }

  #answer({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
    const { status, isWhole = false, cutAfter, stallsAfter } = this.answers
    this.asked.push({ path: url, range: headers.range })
    const file = this.files.get(url)
    if (status !== undefined || file === undefined) return void response.writeHead(status ?? 404).end()
    const [, from = '0'] = (!isWhole && /^bytes=(\d+)-$/.exec(headers.range ?? '')) || []
    const rest = file.subarray(Number(from))
    if (rest.length === 0) return void response.writeHead(416).end()
    response.writeHead(from === '0' ? 200 : 206, { 'content-length': rest.length })
    if (stallsAfter !== undefined) return void response.write(rest.subarray(0, stallsAfter))
    if (cutAfter === undefined) return void response.end(rest)
    // Ends the socket only after the data was flushed.
    response.write(rest.subarray(0, cutAfter), () => response.socket?.end())
  }
}
