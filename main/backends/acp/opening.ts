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

/** What an agent says it can do, whichever version of the protocol it answers in. */
export interface Greeting {
  readonly version: 1 | 2
  /** Its sessions can be taken up without a replay, be replayed, be copied. */
  readonly resumes: boolean
  readonly loads: boolean
  readonly copies: boolean
  /** It takes servers by their address. */
  readonly http: boolean
  /** It takes words of ours behind its own system prompt. */
  readonly systemPrompt: boolean
  /** Its prompts may hold pictures. */
  readonly images: boolean
  /** Its sessions work in more folders than their own. */
  readonly folders: boolean
  /** It takes words into a turn that runs. */
  readonly steers: boolean
  /** It wants to know when a session is closed; it goes on all the same when it is taken up again. */
  readonly closes: boolean
  /** What signs in, in a terminal: whole, or as arguments of its program. Null: it names nothing that is plain words. */
  readonly signIn: { readonly isWhole: boolean; readonly words: readonly string[] } | null
}

/** Janus, as agents see it. Both versions' fields: each reads its own. */
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
    // Some name their command only where they are asked in this older way.
    _meta: { 'terminal-auth': true },
  },
}

/** Agrees with an agent on a version. Rejects with words when it knows none of ours. */
export async function greet(connection: AcpConnection): Promise<Greeting> {
  const answer = await connection
    .request('initialize', greeting)
    // One that cannot be asked for more than it knows.
    .catch(() => connection.request('initialize', { ...greeting, protocolVersion: 1 }))
    .catch((error: unknown) => {
      // What has died says so itself.
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
    steers: steersIn(answer, agent),
    signIn: signInOf(answer),
  }
}

function steersIn(...places: readonly Json[]): boolean {
  return places.some((place) => asObject(asObject(place['_meta'])['steering'])['supported'] === true)
}

/** The first way to sign in that is a command; words that a shell would do something with make none. */
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

/** A session that is open, and what it can be set to. */
export interface OpenedSession {
  readonly session: AcpSession
  readonly settings: AcpSettings
  readonly told: Json
}

/** What a session is opened with. */
export interface Opening {
  /** Where a session works, as each request that opens one names it. */
  readonly place: {
    readonly cwd: string
    readonly mcpServers: readonly object[]
    readonly additionalDirectories?: readonly string[]
  }
  /** What an agent is told about Janus, where it takes that behind its own system prompt; else empty. */
  readonly systemPrompt: string
}

/** Begins a conversation. */
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

/** Goes on with one. What it replays comes as updates before this resolves. */
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

/** Where a conversation is, as far as a request has to say it. */
type Place = Pick<ConversationPlace, 'conversation' | 'cwd'>

/** Copies a conversation as a whole; null: this kind cannot. The original stays as it is. */
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

/** Has a conversation told again from its beginning, as updates before this resolves. */
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

/** What decides how an agent is given Janus's tools. */
export interface ToolWays {
  readonly programs: ToolPrograms
  /** By what Janus knows the agent, and where its own process serves them. */
  readonly identity: Identity
  /** How they are to be reached, where the agent can do either. */
  readonly by: Exclude<ToolsBy, 'pipe'>
  readonly takesHttp: boolean
  readonly takesPrograms: boolean
  /** Of the protocol: only the second names the way of a program. */
  readonly version: 1 | 2
}

/**
 * The servers of Janus's tools, as the protocol tells them: by their address where both sides have that, which saves a
 * process and a file; else as programs, where the agent starts any.
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
