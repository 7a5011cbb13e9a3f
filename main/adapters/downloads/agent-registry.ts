import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentOffers } from '../../contract/agents/agent-offers.ts'
import { parseJson } from '../../contract/api/parse-json.ts'
import type { AgentRegistry } from '../../ports/agent-registry.ts'
import { BadStatusError, fetchFile } from './fetch-file.ts'
import { npmSettings } from './npm-settings.ts'
import { codeOf, messageOf, orNull } from '../folder/errors.ts'
import { readOwnerOnly, writeOwnerOnly } from '../folder/owner-only.ts'
import { asObject } from '../processes/json.ts'
import { readOffers } from './read-offers.ts'
import bundled from './agent-registry.json' with { type: 'json' }

const published = 'https://cdn.agentclientprotocol.com/registry/v1/latest/registry.json'
/** Bytes; longer lists are rejected. */
const longest = 4 * 1024 * 1024
/** Milliseconds without data after which the connection is closed. */
const patience = 30_000

interface RegistryOptions {
  readonly folder: string
  /** Source of the proxy settings. */
  readonly environment: NodeJS.ProcessEnv
  /** Contains `.npmrc`. */
  readonly home: string
  readonly now: () => number
  readonly url?: string
}

/** The list bundled with Janus, or a newer one that the user fetched. */
export class FetchedAgentRegistry implements AgentRegistry {
  readonly #options: RegistryOptions
  #offers: AgentOffers | null = null

  constructor(options: RegistryOptions) {
    this.#options = options
  }

  list(): AgentOffers {
    this.#offers ??= newest(
      readKept(orNull(() => readOwnerOnly(this.#path, longest)) ?? ''),
      readKept(JSON.stringify(bundled)),
    )
    return this.#offers
  }

  async update(): Promise<AgentOffers> {
    const { url = published, now } = this.#options
    const { host } = new URL(url)
    const registry = parseJson(await this.#fetch(url).catch((error: unknown) => fail(host, error)))
    if ((readOffers(registry) ?? []).length === 0)
      throw new Error(`What ${host} sent is no list of agents. Try again later.`)
    const { agents } = asObject(registry)
    const kept = JSON.stringify({ updatedAt: new Date(now()).toISOString(), agents })
    writeOwnerOnly(this.#path, kept)
    this.#offers = readKept(kept)
    return this.list()
  }

  get #path(): string {
    return join(this.#options.folder, 'agent-registry.json')
  }

  async #fetch(url: string): Promise<string> {
    const { environment, home } = this.#options
    const { proxies, ca } = npmSettings(environment, home, '')
    const path = `${this.#path}.part`
    const ending = new AbortController()
    try {
      await fetchFile(url, {
        path,
        have: 0,
        signal: ending.signal,
        proxies,
        ...(ca === undefined ? {} : { ca }),
        patience,
        progress: (received) => received > longest && ending.abort(),
      })
      return readOwnerOnly(path, longest) ?? ''
    } finally {
      rmSync(path, { force: true })
    }
  }
}

function fail(host: string, error: unknown): never {
  const why = error instanceof BadStatusError ? error.message : codeOf(error) || messageOf(error)
  throw new Error(
    `The list could not be fetched from ${host} (${why}). Check the network, or the proxy in HTTPS_PROXY, and try again.`,
    { cause: error },
  )
}

/** A Janus update may bundle a list newer than the fetched one. */
const newest = (one: AgentOffers | null, other: AgentOffers | null): AgentOffers =>
  [one, other].reduce<AgentOffers>(
    (best, each) => (each !== null && each.updatedAt > best.updatedAt ? each : best),
    { offers: [], updatedAt: '' },
  )

function readKept(text: string): AgentOffers | null {
  const kept = asObject(parseJson(text))
  const offers = readOffers(kept)
  const { updatedAt } = kept
  return offers === null || typeof updatedAt !== 'string' ? null : { offers, updatedAt }
}
