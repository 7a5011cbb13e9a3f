import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Stands before the model: passes everything on, or answers with an error, as told. */
export class FaultyModel {
  /** An error to answer every message with, or null. Not one that a CLI tries again by itself. */
  fault: { readonly status: number; readonly message: string } | null = null
  readonly url: string
  readonly #server: Server

  static async start(modelUrl: string): Promise<FaultyModel> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new FaultyModel(server, modelUrl)
  }

  private constructor(server: Server, modelUrl: string) {
    this.#server = server
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on('request', (asked, answer) => {
      if (this.fault !== null && asked.url?.includes('/v1/messages')) {
        const { status, message } = this.fault
        const error = { type: 'error', error: { type: 'invalid_request_error', message } }
        asked.resume()
        answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(error))
        return
      }
      const { method = 'GET', headers, url = '/' } = asked
      const on = request(new URL(url, modelUrl), { method, headers }, (came) => {
        answer.writeHead(came.statusCode ?? 502, came.headers)
        came.pipe(answer)
      })
      on.on('error', () => answer.destroy())
      answer.on('close', () => on.destroy())
      asked.pipe(on)
    })
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
