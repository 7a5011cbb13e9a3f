import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerRequest, type AnswerSettings } from './answer-request.ts'

/** `port`: 0 or missing for any. `log` gets one line per request. */
export interface RehearsalOptions {
  port?: number
  log?: (line: string) => void
}

/** `url`: the base URL for Anthropic and Gemini clients; OpenAI's APIs are below its `/v1`. */
export interface RehearsalModel {
  url: string
  close(): Promise<void>
}

/** Used by `--rehearse`. Rejects with `EADDRINUSE` when the port is taken. */
export function startRehearsalModel({ port, log }: RehearsalOptions = {}): Promise<RehearsalModel> {
  return listen(port ?? 0, { gates: null, onRequest: () => {}, log: log ?? (() => {}) }, () => false)
}

/** `extra` may answer a request instead of the model. */
export async function listen(
  port: number,
  settings: AnswerSettings,
  extra: (path: string, res: ServerResponse) => boolean,
): Promise<RehearsalModel> {
  const server = createServer((req: IncomingMessage, res: ServerResponse) => {
    if (!extra(`${req.method} ${pathOf(req)}`, res)) void answerRequest(req, res, settings)
  })
  // Longer than clients keep connections, so that none is closed while it is being reused.
  server.keepAliveTimeout = 600_000
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function pathOf(req: IncomingMessage): string {
  return (req.url ?? '/').split('?')[0] ?? '/'
}
