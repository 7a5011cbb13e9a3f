import { AskingRate } from '../../adapters/http/gate.ts'
import { onTestFinished } from 'vitest'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Router } from 'express'
import { TokenIdentities } from '../../adapters/http/identities.ts'
import { startServer, type HttpLimits, type RunningServer } from '../../adapters/http/server.ts'
import type { IdentityFile } from '../../contract/api/agents-api.ts'
import { readOwnerOnly } from '../../adapters/folder/owner-only.ts'
import type { DeniedRequest } from '../../contract/app/denied-requests.ts'
import type { Refusal } from '../../contract/api/errors.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { ownTools } from '../../server/agents/own-tools.ts'
import { FakeJanus } from '../fake-janus.ts'

/** A real server in front of a fake Janus with the agents Ann and Bob, with its own state folder. */
export interface Served {
  readonly janus: FakeJanus
  readonly server: RunningServer
  readonly identities: TokenIdentities
  readonly folder: string
  readonly log: string[]
  /** Denied requests that the server recorded. */
  readonly denials: DeniedRequest[]
  readonly ann: AgentId
  readonly bob: AgentId
  /** Sends a request with a token; returns the status, a refusal's code, and what reached Janus. */
  request(token: string, method: string, path: string, body?: object): Promise<Answered>
  close(): Promise<void>
}

interface Answered {
  readonly status: number
  readonly code: Refusal['code'] | undefined
  readonly asked: FakeJanus['asked']
}

export interface ServedOptions {
  readonly limits?: Partial<HttpLimits>
  readonly rate?: AskingRate
  readonly pages?: (janus: FakeJanus, log: (line: string) => void) => Router
  readonly port?: number
}

/** By default on any free port. */
export async function serve(options: ServedOptions = {}): Promise<Served> {
  const janus = new FakeJanus()
  const folder = mkdtempSync(join(tmpdir(), 'janus-http-'))
  const identities = new TokenIdentities({ folder, owner: { pid: process.pid, startedAt: null } })
  const log: string[] = []
  const denials: DeniedRequest[] = []
  const note = (denied: DeniedRequest) => void denials.push(denied)
  const hear = (line: string) => log.push(line)
  const pages = options.pages?.(janus, hear)
  const { limits, rate, port = 0 } = options
  const optional = { ...(limits ? { limits } : {}), ...(rate ? { rate } : {}), ...(pages ? { pages } : {}) }
  const tools = ownTools(janus.ask, hear)
  const server = await startServer({ ask: janus.ask, tools, identities, port, log: hear, note, ...optional })
  identities.listensAt(server.url)
  return {
    janus,
    server,
    identities,
    folder,
    log,
    denials,
    ann: janus.add('Ann'),
    bob: janus.add('Bob'),
    async request(token, method, path, body) {
      const before = janus.asked.length
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const answer = await fetch(`${server.url}/api${path}`, { method, headers, ...sent })
      const { error } = (await answer.json()) as { error?: Refusal }
      return { status: answer.status, code: error?.code, asked: janus.asked.slice(before) }
    },
    close: async () => {
      await server.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Closes after the current test. */
export async function serveForTest(options: ServedOptions = {}): Promise<Served> {
  const served = await serve(options)
  onTestFinished(() => served.close())
  return served
}

/** Issues an agent a new token and reads it from its file, as its MCP server does. */
export function newToken(identities: TokenIdentities, agent: AgentId): string {
  const text = readOwnerOnly(identities.issue(agent).file) ?? '{}'
  return (JSON.parse(text) as IdentityFile).token
}
