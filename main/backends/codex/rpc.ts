import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { asObject } from '../../adapters/processes/json.ts'
import type { RequestId, RpcError } from './protocol.ts'
import { compareVersions } from '../../adapters/processes/installed-program.ts'

/** Callbacks for messages that Codex sends by itself. They must not throw. */
interface RpcListener {
  notified(method: string, params: unknown): void
  /** Codex waits for `answer` or `refuse` with this id. */
  asked(id: RequestId, method: string, params: unknown): void
}

/** Codex refused a request; the message is its own. */
export class CodexRefusedError extends Error {
  override readonly name = 'RefusedError'
}

/** The connection has ended and pending requests will not be answered. */
export class DisconnectedError extends Error {
  override readonly name = 'DisconnectedError'
}

type Waiting = { readonly resolve: (result: unknown) => void; readonly reject: (error: Error) => void }

/** JSON-RPC as `codex app-server` speaks it: without a version field, one message per line. */
export class Rpc {
  readonly #output: Writable
  readonly #listener: RpcListener
  readonly #waiting = new Map<RequestId, Waiting>()
  #last = 0
  #gone = false
  readonly ended: Promise<void>

  constructor(input: Readable, output: Writable, listener: RpcListener) {
    this.#output = output
    this.#listener = listener
    const lines = createInterface({ input, crlfDelay: Infinity })
    lines.on('line', (line) => this.#read(line))
    this.ended = new Promise((resolve) => {
      lines.once('close', () => {
        this.#gone = true
        for (const { reject } of this.#waiting.values()) reject(new DisconnectedError('Codex is gone.'))
        this.#waiting.clear()
        resolve()
      })
    })
  }

  /** Rejects with a `CodexRefusedError`, or a `DisconnectedError` if the connection ends first. */
  request<R>(method: string, params: unknown): Promise<R> {
    if (this.#gone) return Promise.reject(new DisconnectedError('Codex is gone.'))
    const id = ++this.#last
    return new Promise<R>((resolve, reject) => {
      this.#waiting.set(id, { resolve: (result) => resolve(result as R), reject })
      this.#send({ id, method, params })
    })
  }

  notify(method: string): void {
    this.#send({ method })
  }

  answer(id: RequestId, result: unknown): void {
    this.#send({ id, result })
  }

  refuse(id: RequestId, message: string): void {
    this.#send({ id, error: { code: -32_601, message } })
  }

  #send(message: object): void {
    this.#output.write(`${JSON.stringify(message)}\n`)
  }

  #read(line: string): void {
    const { id, method, params, result, error } = JSON.parse(line) as {
      readonly id?: RequestId
      readonly method?: unknown
      readonly params?: unknown
      readonly result?: unknown
      readonly error?: RpcError
    }
    if (typeof method === 'string') {
      if (id === undefined) this.#listener.notified(method, params)
      else this.#listener.asked(id, method, params)
      return
    }
    const waiting = id === undefined ? undefined : this.#waiting.get(id)
    if (id === undefined || waiting === undefined) return
    this.#waiting.delete(id)
    if (error === undefined) waiting.resolve(result)
    else waiting.reject(new CodexRefusedError(error.message))
  }
}

export function isCodexMessage(told: unknown): boolean {
  const value = asObject(told)
  if (typeof value['method'] === 'string') return typeof value['params'] !== 'string'
  return 'id' in value && ('result' in value || 'message' in asObject(value['error']))
}

class TooOldError extends Error {
  override readonly name = 'TooOldError'

  constructor(version: string) {
    super(`It is version ${version}; Janus needs ${oldestCodex} or newer. Update it.`)
  }
}

/** Sends the handshake that Codex expects first. Rejects with a `TooOldError`. */
export async function shakeHands(rpc: Rpc): Promise<void> {
  const clientInfo = { name: 'janus', title: 'Janus', version: '0' }
  const capabilities = { experimentalApi: true, requestAttestation: false }
  const { userAgent } = await rpc.request<{ userAgent?: unknown }>('initialize', { clientInfo, capabilities })
  const [, version] = /\/(\d+\.\d+\.\d+)/.exec(String(userAgent)) ?? []
  if (version !== undefined && compareVersions(version, oldestCodex) < 0) throw new TooOldError(version)
  rpc.notify('initialized')
}

/** Oldest supported Codex: the version on which all recorded facts were measured. */
export const oldestCodex = '0.166.0'
