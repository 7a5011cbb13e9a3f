import { randomUUID } from 'node:crypto'
import type { Answer, ServerConfig } from './tools.ts'
import type { Wire } from './wire.ts'

/** Servers of tools that are in the process which started the CLI: asked over its output, answered on its input. */
export class Pipe {
  readonly #wire: Wire
  readonly #waiting = new Map<string, (answer: Answer) => void>()
  #id = 0

  constructor(wire: Wire) {
    this.#wire = wire
  }

  server(name: string): ServerConfig {
    return {
      type: 'pipe',
      ask: (message) =>
        new Promise((resolve) => {
          const request = randomUUID()
          this.#waiting.set(request, resolve)
          this.#wire.say({
            type: 'control_request',
            request_id: request,
            request: {
              subtype: 'mcp_message',
              server_name: name,
              message: { jsonrpc: '2.0', id: ++this.#id, ...message },
            },
          })
        }),
    }
  }

  /** Whether this answers one of its requests. */
  answered(request: string, response: object | undefined): boolean {
    const resolve = this.#waiting.get(request)
    this.#waiting.delete(request)
    resolve?.(response ?? {})
    return resolve !== undefined
  }
}
