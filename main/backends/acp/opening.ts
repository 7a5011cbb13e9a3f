import type { ConversationPlace, ToolPrograms, ToolsBy } from '../../adapters/processes/agent-family.ts'
import type { AcpConnection } from './connection.ts'
import type { Profile } from './profile.ts'
import {
  isErrorAnswer,
  readError,
  readSettings,
  UnusableError,
  type AcpSession,
  type AcpSessionEvents,
  type AcpSettings,
} from './session.ts'
import { SessionV1, SessionV2 } from './sessions.ts'
import { asObject, asObjects, asText, type Json } from '../../adapters/processes/json.ts'
import type { McpServer } from '@agentclientprotocol/sdk'
import { ownServers } from '../../contract/agents/tool-calls.ts'
import type { Identity } from '../../ports/ports.ts'

export interface Greeting {
  readonly version: 1 | 2
  /** Sessions can be resumed without a replay, loaded with a replay, and forked. */
  readonly resumes: boolean
  readonly loads: boolean
  readonly copies: boolean
  readonly http: boolean
  readonly systemPrompt: boolean
  readonly images: boolean
  /** Sessions accept more folders than their own. */
  readonly folders: boolean
  readonly steers: boolean
  /** Wants to be notified when a session closes; the session can still be resumed. */
  readonly closes: boolean
  /** Deletes stored sessions on request. */
  readonly deletes: boolean
  /** The sign-in command: whole, or as arguments of the program. Null if there is no plain one. */
  readonly signIn: { readonly isWhole: boolean; readonly words: readonly string[] } | null
}

/** Fields of both protocol versions; each version ignores those of the other. */
const self = { name: 'janus', title: 'Janus', version: '1' }
const capabilities = { session: { compaction: {}, notices: {} }, elicitation: { form: {}, url: {} } }
const greeting = {
  protocolVersion: 2,
  info: self,
  capabilities: { ...capabilities, auth: { terminal: {} } },
  clientInfo: self,
  clientCapabilities: {
    fs: { readTextFile: false, writeTextFile: false },
    terminal: false,
    ...capabilities,
    auth: { terminal: true },
    // Some agents name their sign-in command only if this older flag is set.
    _meta: { 'terminal-auth': true },
  },
}

/** Negotiates the protocol version. Rejects with an `UnusableError` if there is none in common. */
export async function greet(connection: AcpConnection): Promise<Greeting> {
  const answer = await connection
    .request('initialize', greeting)
    // An agent may reject a version that it doesn't know; ask for the oldest.
    .catch(() => connection.request('initialize', { ...greeting, protocolVersion: 1 }))
    .catch((error: unknown) => {
      // If the process has died, its exit is reported elsewhere.
      if (!isErrorAnswer(error)) throw error
      throw new UnusableError(
        `It does not speak the Agent Client Protocol (its answer: ${readError(error).words}).`,
      )
    })
  const version = answer['protocolVersion']
  if (version !== 1 && version !== 2)
    throw new UnusableError(
      `It speaks version ${String(version)} of the Agent Client Protocol; Janus speaks 1 and 2.`,
    )
  return version === 2 ? readV2(answer) : readV1(answer)
}

function readV1(answer: Json): Greeting {
  const agent = asObject(answer['agentCapabilities'])
  const session = asObject(agent['sessionCapabilities'])
  return {
    version: 1,
    resumes: 'resume' in session,
    loads: agent['loadSession'] === true,
    copies: 'fork' in session,
    http: asObject(agent['mcpCapabilities'])['http'] === true,
    systemPrompt: false,
    images: asObject(agent['promptCapabilities'])['image'] === true,
    folders: 'additionalDirectories' in session,
    closes: 'close' in session,
    deletes: 'delete' in session,
    steers: steersIn(answer, agent),
    signIn: signInOf(answer),
  }
}

function readV2(answer: Json): Greeting {
  const agent = asObject(answer['capabilities'])
  const session = asObject(agent['session'])
  return {
    version: 2,
    resumes: true,
    loads: true,
    copies: 'fork' in session,
    http: 'http' in asObject(session['mcp']),
    systemPrompt: 'systemPrompt' in session,
    images: 'image' in asObject(session['prompt']),
    folders: 'additionalDirectories' in session,
    closes: true,
    deletes: 'delete' in session,
    steers: steersIn(answer, agent),
    signIn: signInOf(answer),
  }
}

function steersIn(...places: readonly Json[]): boolean {
  return places.some((place) => asObject(asObject(place['_meta'])['steering'])['supported'] === true)
}

/** Returns the first sign-in command; those with characters special to a shell are skipped. */
function signInOf({ authMethods }: Json): Greeting['signIn'] {
  const ways = asObjects(authMethods).flatMap((method) => {
    const meta = asObject(method['_meta'])
    const { command, args = [] } = asObject(meta['terminal-auth'])
    const own = method['type'] === 'terminal' ? method['args'] : meta['type'] === 'terminal' && meta['args']
    const words = [command, ...(Array.isArray(args) ? args : [])]
    return Array.isArray(own) ? { isWhole: false, words: own } : { isWhole: true, words }
  })
  const isPlain = (word: unknown): word is string =>
    typeof word === 'string' && /^[\w@+=:,./\\-]+$/.test(word)
  return ways.find(({ words }) => words.every(isPlain)) ?? null
}

/** A session that is open, with its settings. `told`: the answer that opened it. */
export interface OpenedSession {
  readonly session: AcpSession
  readonly settings: AcpSettings
  readonly told: Json
}

export interface Opening {
  /** Sent with each request that opens a session. */
  readonly place: {
    readonly cwd: string
    readonly mcpServers: readonly object[]
    readonly additionalDirectories?: readonly string[]
  }
  /** Introduction to Janus for agents that accept one in the system prompt; else empty. */
  readonly systemPrompt: string
}

export async function beginSession(
  connection: AcpConnection,
  { version }: Greeting,
  { place, systemPrompt }: Opening,
  events: AcpSessionEvents,
): Promise<OpenedSession> {
  const prompt =
    systemPrompt === ''
      ? {}
      : { systemPrompt: { mode: 'append', content: [{ type: 'text', text: systemPrompt }] } }
  const told = await connection.request('session/new', { ...place, ...prompt })
  const id = asText(told['sessionId'])
  if (id === '') throw new UnusableError('It began a session and did not say which.')
  return opened(id, told, version, connection, events)
}

/** Continues a session. Its replay arrives as updates before this resolves. */
export async function goOnWithSession(
  connection: AcpConnection,
  greeted: Greeting,
  { place }: Opening,
  conversation: string,
  how: Profile['goesOn'],
  events: AcpSessionEvents,
): Promise<OpenedSession> {
  const resumes = greeted.resumes && (how === 'resume' || !greeted.loads)
  const method = resumes ? 'session/resume' : 'session/load'
  const told = await connection.request(method, { sessionId: conversation, ...place })
  return opened(conversation, told, greeted.version, connection, events)
}

type Place = Pick<ConversationPlace, 'conversation' | 'cwd'>

/** Copies a whole conversation and returns the copy's id, or null if this kind can't. */
export async function copySession(
  connection: AcpConnection,
  { copiesBy }: Pick<Profile, 'copiesBy'>,
  { conversation: sessionId, cwd }: Place,
): Promise<string | null> {
  if (copiesBy === 'never') return null
  const place = { sessionId, cwd, mcpServers: [] }
  if (copiesBy === 'branch') await connection.request('session/load', place)
  const copy =
    copiesBy === 'branch'
      ? (await connection.request('qwen/control/session/branch', { sessionId }))['newSessionId']
      : (await connection.request('session/fork', place))['sessionId']
  if (asText(copy) === '') throw new Error('it made a copy and did not say which')
  return asText(copy)
}

/** Replays a conversation from its start, as updates before this resolves. */
export async function replaySession(
  connection: AcpConnection,
  { version }: Greeting,
  { conversation, cwd }: Place,
): Promise<void> {
  const place = { sessionId: conversation, cwd, mcpServers: [] }
  if (version === 1) await connection.request('session/load', place)
  else await connection.request('session/resume', { ...place, replayFrom: { type: 'start' } })
}

function opened(
  id: string,
  told: Json,
  version: 1 | 2,
  connection: AcpConnection,
  events: AcpSessionEvents,
): OpenedSession {
  const session =
    version === 2 ? new SessionV2(id, connection, events) : new SessionV1(id, connection, events)
  return { session, settings: readSettings(told), told }
}

export interface ToolWays {
  readonly programs: ToolPrograms
  /** Identifies the agent to Janus; its `tools` has the URLs served by Janus's own process. */
  readonly identity: Identity
  readonly by: Exclude<ToolsBy, 'pipe'>
  readonly takesHttp: boolean
  readonly takesPrograms: boolean
  /** The protocol version: only version 2 has a `type` for stdio servers. */
  readonly version: 1 | 2
}

/**
 * Lists Janus's tool servers in the protocol's form: by URL if both sides support that, which saves a
 * process and a file, else as programs to start, if the agent can.
 */
export function acpToolServers(ways: ToolWays): readonly McpServer[] {
  const { identity, by, takesHttp, takesPrograms, programs, version } = ways
  if (takesHttp && (by === 'http' || !takesPrograms))
    return ownServers.map((name) => {
      const { urls, token } = identity.tools
      return {
        type: 'http',
        name,
        url: urls[name],
        headers: [{ name: 'Authorization', value: `Bearer ${token}` }],
      }
    })
  if (!takesPrograms) return []
  return ownServers.map((name) => {
    const { command, args, env = {} } = programs[name]
    const variables = Object.entries(env).map(([variable, value]) => ({ name: variable, value }))
    const way = version === 2 ? { type: 'stdio' } : {}
    return { ...way, name, command, args: [...args, identity.file], env: variables }
  })
}
