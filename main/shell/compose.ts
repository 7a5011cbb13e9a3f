import { randomBytes } from 'node:crypto'
import { homedir, userInfo } from 'node:os'
import type { Router } from 'express'
import { startTime } from '../adapters/claude/system-processes.ts'
import { ClaudeBackend } from '../adapters/claude/backend.ts'
import { findInstallation, type Installation } from '../adapters/claude/installation.ts'
import { writeApiFile, removeApiFile } from '../adapters/folder/api-file.ts'
import { openFolder } from '../adapters/folder/folder.ts'
import { lockFolder } from '../adapters/folder/lock.ts'
import { TokenIdentities } from '../adapters/http/identities.ts'
import { startServer, type RunningServer } from '../adapters/http/server.ts'
import { createNameRules } from '../adapters/names/name-rules.ts'
import { startRehearsalModel } from '../adapters/rehearsal/server.ts'
import { openStore } from '../adapters/store/store.ts'
import { systemClock } from '../adapters/system-clock.ts'
import type { Ask } from '../contract/requests.ts'
import type { AppStatus } from '../contract/views.ts'
import { introduction } from '../core/prompts.ts'
import { Engine } from '../engine.ts'
import type { Backend, FeedSource, Identities, Store } from '../ports.ts'
import { Feed } from './feed.ts'
import { rehearsalEnvironment } from './rehearsal.ts'
import { createAsk } from './requests.ts'
import { agentView } from './views.ts'
import packageJson from '../../package.json' with { type: 'json' }

/** What a shell says when it starts the app. */
export interface ComposeOptions {
  /** The state folder; made where there is none. */
  readonly folder: string
  /** Wanted port; the next free one if it is taken; 0 for any. */
  readonly port: number
  /** Lets the built-in model answer instead of Claude. */
  readonly rehearse: boolean
  /** The person's environment. */
  readonly environment: NodeJS.ProcessEnv
  /** How a tab's MCP server is started. */
  readonly mcpServer: { readonly command: string; readonly args: readonly string[] }
  /** Pages to serve beside the agents API, made when everything they need is there. */
  readonly pages?: (parts: { ask: Ask; feed: FeedSource }) => Router
  readonly log: (line: string) => void
  /** A mistake in Janus itself: the app cannot go on. */
  readonly crashed: (error: unknown) => void
}

/** The running app, whatever shell it has. */
export interface Janus {
  readonly ask: Ask
  readonly feed: FeedSource
  readonly server: RunningServer
  /** The state folder's real path. */
  readonly folder: string
  /** Ends every process of ours, then the rest. */
  close(): Promise<void>
}

/**
 * Puts Janus together and starts it, in this order: lock, store, tabs, orphans ended, API, transcripts read and
 * frames settled, timers, mail. Rejects with an error whose message is for the person.
 */
export async function composeJanus(options: ComposeOptions): Promise<Janus> {
  const folder = openFolder(options.folder)
  const release = lockFolder(folder)
  const closers: (() => unknown)[] = [release]
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    const store = openStore(folder)
    closers.push(() => {
      store.close()
    })
    const identities = new TokenIdentities({
      folder,
      owner: { pid: process.pid, startedAt: startTime(process.pid) },
    })
    const backend = await createBackend(options, folder, identities, closers)
    await backend.endOrphans(store.load().agents.flatMap(({ process }) => (process ? [process] : [])))
    const { engine, ask, feed } = createDomain(options, folder, { store, backend, identities })
    const server = await startServer({
      ...{ ask, identities, port: options.port, log: options.log },
      ...(options.pages ? { pages: options.pages({ ask, feed }) } : {}),
    })
    closers.push(() => server.close())
    identities.listensAt(`${server.url}/api`)
    writeApiFile(folder, { url: `${server.url}/api`, token: identities.personToken, pid: process.pid })
    closers.push(() => {
      removeApiFile(folder)
    })
    engine.start()
    closers.push(async () => {
      engine.stop()
      await backend.close()
    })
    return { ask, feed, server, folder, close }
  } catch (error) {
    await close()
    throw error
  }
}

interface DomainParts {
  readonly store: Store
  readonly backend: Backend
  readonly identities: Identities
}

/** The engine with its rules, and the two ways to talk to it. */
export function createDomain(
  options: Pick<ComposeOptions, 'rehearse' | 'environment' | 'log' | 'crashed'>,
  folder: string,
  { store, backend, identities }: DomainParts,
): { engine: Engine; ask: Ask; feed: Feed } {
  const person = personName()
  const status = watchStatus(options, folder, person)
  const engine: Engine = new Engine({
    clock: systemClock,
    ...{ store, backend, identities, log: options.log, crashed: options.crashed },
    randomSeed: () => randomBytes(16).toString('hex'),
    published: (before, after, rows) => {
      feed.published(before, after, rows)
    },
  })
  const feed = new Feed(() => ({
    agents: [...engine.state.agents.values()].map(agentView),
    status: status(),
  }))
  backend.connect({
    fact: (fact) => {
      engine.fact(fact)
    },
    delta: (delta) => {
      feed.delta(delta)
    },
  })
  return {
    engine,
    ask: createAsk({ engine, store, names: createNameRules(person), clock: systemClock, status }),
    feed,
  }
}

async function createBackend(
  options: ComposeOptions,
  folder: string,
  identities: Identities,
  closers: (() => unknown)[],
): Promise<Backend> {
  const model = options.rehearse ? await startRehearsalModel() : null
  if (model) closers.push(() => model.close())
  const { environment, overrides } = model
    ? rehearsalEnvironment(options.environment, folder, model.url)
    : { environment: options.environment, overrides: {} }
  const cliPath = options.environment['JANUS_CLAUDE']
  return new ClaudeBackend({
    ...{
      clock: systemClock,
      identities,
      stateFolder: folder,
      mcpServer: options.mcpServer,
      environment,
      overrides,
    },
    ...(cliPath ? { cliPath } : {}),
    appendSystemPrompt: introduction,
    log: options.log,
  })
}

/** What the window is told of the app itself; the CLI is looked for once, while the app starts. */
function watchStatus(
  { rehearse, environment }: Pick<ComposeOptions, 'rehearse' | 'environment'>,
  folder: string,
  person: string,
): () => AppStatus {
  let cli: Installation = { path: null, version: null, problem: null }
  void findInstallation(environment['JANUS_CLAUDE'] || undefined).then((found) => {
    cli = found
  })
  return () => ({
    ...{ version: packageJson.version, rehearsal: rehearse, stateFolder: folder, person },
    ...{ defaultFolder: homedir(), cli },
  })
}

function personName(): string {
  try {
    return userInfo().username
  } catch {
    return 'you'
  }
}
