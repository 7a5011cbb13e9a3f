import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TokenIdentities } from '../../adapters/http/identities.ts'
import { startServer } from '../../adapters/http/server.ts'
import type { AgentId, MessageId } from '../../contract/api/model.ts'
import type { Report } from '../../contract/api/answers.ts'
import type { Model } from '../memory/backend.ts'
import { ComposedJanus } from '../factories/composed.ts'
import { ownTools } from '../../server/agents/own-tools.ts'
import { newToken } from './served.ts'

/** An answer; `code`: of a refusal. */
export interface Told {
  readonly status: number
  readonly code: string | undefined
  readonly body: unknown
}

/** The whole domain in virtual time behind a real server; its agents use their own tokens. */
export interface ServedDomain {
  readonly janus: ComposedJanus
  readonly ids: ReadonlyMap<string, AgentId>
  readonly folder: string
  add(name: string): Promise<void>
  readonly url: string
  id(name: string): AgentId
  /** An agent's token by its name, or the `user`'s. */
  token(who: string): string
  renew(name: string): Promise<void>
  /** Resolves with the ticket whose reply a call of this agent awaits. */
  ticketOf(name: string): Promise<MessageId>
  /** Resolves when no call of the agent is waiting. */
  awaitsOver(name: string): Promise<void>
  /** Sends a request as an agent, by its name, or as the `user`. */
  call(who: string, method: string, path: string, body?: object): Promise<Told>
  close(): Promise<void>
}

/** Starts a domain with these agents, whose model is `model`. Nothing is read before its clock advances. */
export async function serveDomain(names: readonly string[], model?: Model): Promise<ServedDomain> {
  const folder = mkdtempSync(join(tmpdir(), 'janus-domain-'))
  const identities = new TokenIdentities({ folder, owner: { pid: process.pid, startedAt: null } })
  const janus = new ComposedJanus(model, identities)
  const ask: Report = (caller, kind, input, gone) => janus.as(caller, kind, input as never, gone)
  const server = await startServer({
    ask,
    identities,
    port: 0,
    log: () => undefined,
    note: (denied) => janus.denials.note(denied),
    tools: ownTools(ask, () => undefined, { callName: 'theirs/id' }),
  })
  identities.listensAt(server.url)
  const ids = new Map<string, AgentId>()
  const tokens = new Map([['user', identities.userToken]])
  const add = async (name: string): Promise<void> => {
    const { id } = await janus.window('agents.create', { name, cwd: folder })
    ids.set(name, id)
    tokens.set(name, newToken(identities, id))
  }
  for (const name of names) await add(name)
  const idOf = (name: string): AgentId => ids.get(name) ?? 'agt-none'
  const awaitsOf = (name: string) => janus.engine.state.agents.get(idOf(name))?.awaits ?? []
  const until = <T>(look: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      // The feed calls back at once, then after each step with changes.
      const leave = janus.feed.subscribe(() => {
        const found = look()
        if (found === undefined) return
        queueMicrotask(() => leave())
        resolve(found)
      })
    })
  return {
    janus,
    ids,
    folder,
    add,
    url: server.url,
    id: idOf,
    token: (who) => tokens.get(who) ?? '',
    renew: async (name) => void tokens.set(name, newToken(identities, idOf(name))),
    ticketOf: (name) => until(() => awaitsOf(name)[0]?.ticket),
    awaitsOver: (name) => until(() => (awaitsOf(name).length === 0 ? null : undefined)).then(() => undefined),
    call: async (who, method, path, body) => {
      const headers = { authorization: `Bearer ${tokens.get(who) ?? ''}`, 'content-type': 'application/json' }
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const answer = await fetch(`${server.url}/api${path}`, { method, headers, ...sent })
      const told = (await answer.json()) as { error?: { code: string } }
      return { status: answer.status, code: told.error?.code, body: told }
    },
    close: async () => {
      await server.close()
      janus.engine.stop()
      rmSync(folder, { recursive: true })
    },
  }
}
