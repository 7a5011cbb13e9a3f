import { hash as oneShotHash, randomBytes } from 'node:crypto'
import { toolPaths, type IdentityFile } from '../../contract/api/agents-api.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { FormerHolders } from '../../ports/denials.ts'
import type { Identities, Identity, ProcessRecord } from '../../ports/ports.ts'
import { makeIdentityFolder, removeIdentity } from '../folder/api-file.ts'
import { writeOwnerOnly } from '../folder/owner-only.ts'

/** `owner`: the app's process. */
interface IdentitiesOptions {
  readonly folder: string
  readonly owner: ProcessRecord
}

/** Cap on revoked tokens; the oldest is dropped. */
const mostFormer = 1000

type Holder = ReturnType<Identities['holder']>

/** Issues 256-bit tokens and keeps only their hashes. */
export class TokenIdentities implements Identities, FormerHolders {
  /** For `api.json`. */
  readonly userToken: string
  readonly #agents = new Map<AgentId, string>()
  /** Keyed by hash, so lookups leak no timing information about tokens. */
  readonly #holders = new Map<string, NonNullable<Holder>>()
  /** Keyed by hash, oldest first. */
  readonly #former = new Map<string, AgentId>()
  readonly #folder: string
  readonly #owner: ProcessRecord
  #url: string | null = null

  constructor({ folder, owner }: IdentitiesOptions) {
    this.#folder = folder
    this.#owner = owner
    this.userToken = newToken()
    this.#holders.set(hash(this.userToken), { kind: 'api' })
  }

  /** `url`: no trailing slash. `issue` throws before this was called. */
  listensAt(url: string): void {
    this.#url = url
  }

  /** Throws when the file can't be written; the old token is revoked nevertheless. */
  issue(agent: AgentId): Identity {
    if (this.#url === null) throw new Error('The agents API does not listen yet.')
    this.#forget(agent)
    const token = newToken()
    const url = this.#url
    const file: IdentityFile = { url: `${url}/api`, token, agent, owner: this.#owner }
    const path = makeIdentityFolder(this.#folder, agent)
    writeOwnerOnly(path, `${JSON.stringify(file)}\n`)
    this.#agents.set(agent, hash(token))
    this.#holders.set(hash(token), { kind: 'agent', id: agent })
    const urls = {
      'janus-agents': url + toolPaths['janus-agents'],
      'janus-history': url + toolPaths['janus-history'],
    }
    return { file: path, tools: { urls, token } }
  }

  revoke(agent: AgentId): void {
    this.#forget(agent)
    removeIdentity(this.#folder, agent)
  }

  holder(token: string): Holder {
    return this.#holders.get(hash(token)) ?? null
  }

  formerHolder(token: string): AgentId | null {
    return this.#former.get(hash(token)) ?? null
  }

  #forget(agent: AgentId): void {
    const kept = this.#agents.get(agent)
    if (kept === undefined) return
    this.#agents.delete(agent)
    this.#holders.delete(kept)
    this.#former.set(kept, agent)
    const [oldest] = this.#former.keys()
    if (this.#former.size > mostFormer && oldest !== undefined) this.#former.delete(oldest)
  }
}

function newToken(): string {
  return randomBytes(32).toString('base64url')
}

function hash(token: string): string {
  return oneShotHash('sha256', token, 'hex')
}
