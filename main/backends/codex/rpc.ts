import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { RequestId, RpcError } from './protocol.ts'
import { compareVersions } from '../../adapters/processes/installed-program.ts'

/** Who hears what Codex says by itself. Calls must not throw. */
interface RpcListener {
  notified(method: string, params: unknown): void
  /** It asks, and waits for `answer` or `refuse` with this id. */
  asked(id: RequestId, method: string, params: unknown): void
}

/** A request that Codex refused, in its words. */
export class CodexRefusedError extends Error {
  override readonly name = 'RefusedError'
}

/** The other side is gone: nothing will be answered any more. */
export class DisconnectedError extends Error {
  override readonly name = 'DisconnectedError'
}

type Waiting = { readonly resolve: (result: unknown) => void; readonly reject: (error: Error) => void }

/** JSON-RPC without its version field, one message a line, as `codex app-server` speaks it. */
export class Rpc {
  readonly #output: Writable
  readonly #listener: RpcListener
  readonly #waiting = new Map<RequestId, Waiting>()
  #last = 0
  #gone = false
  /** Resolves when its output has ended. */
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

  /** Asks; rejects with a `RefusedError`, or a `GoneError` when it ends without an answer. */
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

/** What of its output is a message at all. */
export function isCodexMessage(told: unknown): boolean {
  if (typeof told !== 'object' || told === null) return false
  const value = told as Readonly<Record<string, unknown>>
  if (typeof value['method'] === 'string') return typeof value['params'] !== 'string'
  return 'id' in value && ('result' in value || isError(value['error']))
}

function isError(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'message' in value
}

/** Codex is older than what Janus was measured with; `version` is its own word for it. */
class TooOldError extends Error {
  override readonly name = 'TooOldError'

  constructor(version: string) {
    super(`It is version ${version}; Janus needs ${oldestCodex} or newer. Update it.`)
  }
}

/** Says who speaks, which Codex wants first. Rejects with a `TooOldError`. */
export async function shakeHands(rpc: Rpc): Promise<void> {
  const clientInfo = { name: 'janus', title: 'Janus', version: '0' }
  const capabilities = { experimentalApi: true, requestAttestation: false }
  const { userAgent } = await rpc.request<{ userAgent?: unknown }>('initialize', { clientInfo, capabilities })
  const [, version] = /\/(\d+\.\d+\.\d+)/.exec(String(userAgent)) ?? []
  if (version !== undefined && compareVersions(version, oldestCodex) < 0) throw new TooOldError(version)
  rpc.notify('initialized')
}

/** Oldest Codex that Janus works with: the one that every fact about it was measured on. */
export const oldestCodex = '0.166.0'
