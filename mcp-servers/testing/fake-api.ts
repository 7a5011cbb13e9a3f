import { usualKind } from '../../main/contract/agents/kinds.ts'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrokenReport } from '../../main/contract/agents/agent-summary.ts'
import type { IdentityFile } from '../../main/contract/api/agents-api.ts'
import { errorStatus, type Refusal } from '../../main/contract/api/errors.ts'

export type Step = 'arrived' | 'committed' | 'half-answered'

export class FakeApi {
  readonly folder = mkdtempSync(join(tmpdir(), 'janus-mcp-'))
  readonly identityPath = join(this.folder, 'identity.json')
  agents: readonly (typeof ann | typeof bob)[] = [ann, bob]
  /** Stored messages by idempotency key. */
  readonly messages = new Map<string, { id: string; to: string; message: string }>()
  readonly requests: { method: string; url: string; body: unknown }[] = []
  token = 'first-token-of-this-agent'
  /** Called at each step; may wait or cut the connection. */
  at: (step: Step, cut: () => void) => void | Promise<void> = () => {}
  /** Overrides the answer of a request; null uses the default. */
  otherwise: (method: string, url: string) => { status: number; value: unknown } | null = () => null
  groups: readonly object[] = []
  answerSend: Record<string, unknown> = { delivered: true, state: 'written' }
  /** Called when a client disconnects before its answer is complete. */
  onGone: () => void = () => {}
  readonly #server: Server

  constructor() {
    this.#server = createServer((req, res) => void this.#answer(req, res))
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.writeIdentity({})
  }

  /** Answers every request with this value. */
  answers(value: unknown): void {
    this.otherwise = () => ({ status: 200, value })
  }

  /** Each request as `METHOD url`, with its body if it has one. */
  get asked(): readonly (readonly unknown[])[] {
    return this.requests.map(({ body }, n) => [this.urls[n], ...(body === null ? [] : [body])])
  }

  get urls(): readonly string[] {
    return this.requests.map(({ method, url }) => `${method} ${url}`)
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Rewrites the identity file with changed fields. */
  writeIdentity(change: Partial<IdentityFile>): void {
    const usual = { token: this.token, agent: 'agt-ann0000000', owner: { pid: process.pid, startedAt: null } }
    const file = { url: `http://127.0.0.1:${String(this.port)}/api`, ...usual, ...change }
    writeFileSync(this.identityPath, JSON.stringify(file), { mode: 0o600 })
  }

  /** Writes `api.json`, which the `janus` command reads. */
  writeApiFile(change: Readonly<Record<string, unknown>> = {}): void {
    const url = `http://127.0.0.1:${String(this.port)}/api`
    const file = { url, token: this.token, pid: process.pid, startedAt: null, ...change }
    writeFileSync(join(this.folder, 'api.json'), JSON.stringify(file), { mode: 0o600 })
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
    rmSync(this.folder, { recursive: true })
  }

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const cut = () => void res.socket?.destroy()
    res.on('close', () => {
      if (!res.writableFinished) this.onGone()
    })
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const body: unknown = text === '' ? null : JSON.parse(text)
    this.requests.push({ method: req.method ?? '', url: req.url ?? '', body })
    await this.at('arrived', cut)
    if (res.destroyed) return
    const { status, value } = this.#handle(req, body as Record<string, string>)
    await this.at('committed', cut)
    const answer = JSON.stringify(value)
    res.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) })
    res.write(answer.slice(0, answer.length / 2))
    await this.at('half-answered', cut)
    res.end(answer.slice(answer.length / 2))
  }

  #handle(req: IncomingMessage, body: Record<string, string>): { status: number; value: unknown } {
    const refused = (error: Refusal) => ({ status: errorStatus[error.code], value: { error } })
    if (req.headers.authorization !== `Bearer ${this.token}`) {
      return refused({ code: 'unauthorized', message: 'This needs a token.' })
    }
    const other = this.otherwise(req.method ?? '', req.url ?? '')
    if (other !== null) return other
    const [, , kind = '', name = ''] = (req.url ?? '').split(/[/?]/)
    if (req.method === 'GET' && kind === 'groups') return { status: 200, value: this.groups }
    if (req.method === 'GET' && kind === 'agents') return { status: 200, value: this.agents }
    if (req.method === 'GET') return { status: 200, value: { ...message, id: decodeURIComponent(name) } }
    if (kind === 'replies') return { status: 200, value: this.#keep('', body['payload'] ?? '', body) }
    const to = decodeURIComponent(name)
    if (!this.agents.some((agent) => agent.name === to)) {
      return refused({ code: 'unknown_agent', message: 'No agent has that name.', available: ['Ann', 'Bob'] })
    }
    return { status: 200, value: this.#keep(to, body['message'] ?? '', body) }
  }

  #keep(to: string, words: string, { idempotencyKey = '' }: Record<string, string>) {
    const id =
      this.messages.get(idempotencyKey)?.id ?? `msg-${String(this.messages.size + 1).padStart(10, '0')}`
    this.messages.set(idempotencyKey, { id, to, message: words })
    return { ...this.answerSend, messageId: id }
  }
}

const still = {
  kind: usualKind,
  program: null,
  since: '2026-01-01T00:00:00.000Z',
  reason: '',
  broken: null as BrokenReport | null,
  needs: null,
  pending: 0,
  role: '',
  model: null,
  policy: 'hybrid',
  waitingFor: null,
  gathering: null,
}
const ann = {
  id: 'agt-ann0000000',
  name: 'Ann',
  status: 'working',
  ...still,
  cwd: '/a',
  self: true,
  permissionMode: 'default',
}
export const bob = {
  id: 'agt-bob0000000',
  name: 'Bob',
  status: 'idle',
  ...still,
  cwd: '/b',
  permissionMode: 'default',
  role: 'tester',
  needs: 'permission',
  pending: 2,
  policy: 'quiet',
  waitingFor: 'Ann',
  gathering: 'Friday',
}
const message = {
  from: 'Bob',
  to: 'Ann',
  message: 'the rest',
  offset: 16384,
  next: 32768,
  state: 'read',
  reason: '',
  stateAt: '2026-01-01T00:00:00.000Z',
  acceptedAt: '2026-01-01T00:00:00.000Z',
  inInput: true,
  priority: 'high',
  thread: 'msg-0000000001',
  replyTo: 'msg-0000000001',
  isReply: true,
  expectsReply: false,
  turn: 4,
  ahead: null,
  depth: 1,
  metadata: {},
}
