import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerRequest, type AnswerSettings } from './answer-request.ts'

/** Where to listen (`0` or none: any free port) and who hears one line per request. */
export interface RehearsalOptions {
  port?: number
  log?: (line: string) => void
}

/** A running rehearsal model; `url` is what `ANTHROPIC_BASE_URL` and `GOOGLE_GEMINI_BASE_URL` want; OpenAI's wires are below its `/v1`. */
export interface RehearsalModel {
  url: string
  /** Cuts all answers and stops listening. */
  close(): Promise<void>
}

/** The model of `--rehearse`: no gates, no record. Rejects when the port is taken (`EADDRINUSE`). */
export function startRehearsalModel({ port, log }: RehearsalOptions = {}): Promise<RehearsalModel> {
  return listen(port ?? 0, { gates: null, onRequest: () => {}, log: log ?? (() => {}) }, () => false)
}

/** Answers at a port; `extra` may answer a request in place of the model. */
export async function listen(
  port: number,
  settings: AnswerSettings,
  extra: (path: string, res: ServerResponse) => boolean,
): Promise<RehearsalModel> {
  const server = createServer((req: IncomingMessage, res: ServerResponse) => {
    if (!extra(`${req.method} ${pathOf(req)}`, res)) void answerRequest(req, res, settings)
  })
  // Longer than any client keeps a connection, so that none is closed just as it is used again.
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
