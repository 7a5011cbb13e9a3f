import { mkdirSync, realpathSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentId, FolderTrust, FrameId } from '../../contract/api/model.ts'
import type { Clock, Launch, Located } from '../../ports/ports.ts'
import type { SessionList } from '../../ports/conversations.ts'
import { QueriedSessionList } from '../../adapters/processes/queried-session-list.ts'
import type {
  AgentFamily,
  ConversationPlace,
  RunOptions,
  ProcessRun,
  FamilyTools,
  FamilyOptions,
  Program,
} from '../../adapters/processes/agent-family.ts'
import { newMark, startMarked, type ProcessStart } from '../../adapters/processes/agent-process.ts'
import type { ProgramWords } from '../../adapters/processes/exit-words.ts'
import { folderMarker } from '../../adapters/processes/orphan-guard.ts'
import { connectAcp, isAcpMessage, type AcpConnection } from './connection.ts'
import { copySession, greet, replaySession, type Greeting, acpToolServers } from './opening.ts'
import { type ProgramCommand, everyday, selectVariables } from '../../adapters/processes/command.ts'
import type { Profile } from './profile.ts'
import { forgetReceipts, Receipts, type Replayed } from './receipts.ts'
import { AcpRun } from './run.ts'
import { asText, type Json } from '../../adapters/processes/json.ts'
import { acpText } from './calls.ts'
import { acpKeeper } from './session-list.ts'
import { readProgramLine } from '../../contract/agents/program-line.ts'
import { findProgram } from '../../adapters/processes/find-program.ts'
import { AcpInstallation } from './installation.ts'
import { profiles, type AcpKind } from './profiles/profiles.ts'

/** Milliseconds. */
const visitLimit = 60_000

interface AcpOptions extends FamilyTools {
  readonly profile: Profile
  readonly clock: Clock
  /** The whole environment of its processes, except what a launch adds. */
  readonly environment: Readonly<Record<string, string>>
  /** Returns the command line, or a message for the user if there is none. */
  command(program: string | null): ProgramCommand | string
  log(line: string): void
}

class AcpFamily implements AgentFamily {
  readonly #options: AcpOptions
  readonly #words: ProgramWords
  /** Pending visits by agent: two processes must never open the same conversation. */
  readonly #visits = new Map<AgentId, Promise<unknown>>()

  readonly sessionList?: SessionList

  constructor(options: AcpOptions) {
    this.#options = options
    const { name, program } = options.profile
    this.#words = { name, program, update: 'Update it.' }
    const keeper = acpKeeper(options.profile, (hear, ask) => {
      const neutral = this.#filesFolder()
      return this.#ask({ cwd: neutral, program: null }, hear, (connection, greeting) =>
        ask(connection, greeting, neutral),
      )
    })
    if (keeper !== null) this.sessionList = new QueriedSessionList(options.clock, keeper)
  }

  start(life: RunOptions): ProcessRun {
    const { profile, identities, mcpServers, tools, introduction, stateFolder, log } = this.#options
    const { agent, launch } = life
    const before = Promise.all([life.before, this.#visits.get(agent)]).then(() => undefined)
    return new AcpRun(
      { ...life, before },
      {
        profile,
        words: this.#words,
        introduction: introduction(launch),
        prepare: (trust) => this.#prepare(launch, trust, life.handed),
        servers: (greeting) =>
          acpToolServers({
            programs: mcpServers,
            identity: identities.issue(agent),
            by: tools === 'stdio' ? tools : 'http',
            takesHttp: greeting.http,
            version: greeting.version,
            takesPrograms: profile.servers === 'stdio',
          }),
        receipts: (conversation) => new Receipts(stateFolder, agent, conversation, log),
      },
    )
  }

  async locate(place: ConversationPlace, frames: readonly FrameId[]): Promise<readonly Located[]> {
    const { profile, stateFolder } = this.#options
    const receipts = new Receipts(stateFolder, place.agent, place.conversation)
    const known = receipts.known(frames).filter((one) => one !== null)
    if (known.length === frames.length) return known
    // The conversation can't be opened again, so a prompt whose turn has not ended may or may not have been
    // read.
    if (profile.goesOn === 'never')
      return receipts
        .known(frames)
        .map((one, at) => one ?? { frame: frames[at] ?? '', found: 'unknown', text: '' })
    const replayed: Replayed[] = []
    await this.#visit(
      place,
      (update) => collect(replayed, update),
      (connection, greeting) => replaySession(connection, greeting, place),
    )
    return receipts.locate(frames, replayed)
  }

  async fork(place: ConversationPlace): Promise<string> {
    const none = new Error('there is nothing to copy')
    if (this.#options.profile.copiesBy === 'never') throw none
    const copy = await this.#visit(
      place,
      () => undefined,
      (connection) => copySession(connection, this.#options.profile, place),
    ).catch((error: unknown) => {
      throw new Error(`there is nothing to copy: ${String(error)}`, { cause: error })
    })
    if (copy === null) throw none
    return copy
  }

  forget(agent: AgentId): void {
    forgetReceipts(this.#options.stateFolder, agent)
  }

  #prepare(
    launch: Pick<Launch, 'cwd' | 'permissionMode' | 'program'>,
    trust: FolderTrust,
    handed: Readonly<Record<string, string>> = {},
  ): ProcessStart | string {
    const { profile, environment } = this.#options
    const command = this.#options.command(launch.program)
    if (typeof command === 'string') return command
    const filesFolder = this.#filesFolder()
    const { cwd, permissionMode: mode } = launch
    const trusted = trust === 'trusted' || trust === 'plain'
    const added = profile.environment({ mode, trusted, filesFolder, cwd })
    return { ...command, cwd, env: { ...handed, ...environment, ...added } }
  }

  /** A neutral folder for files that programs of this kind read when they start; no agent works in it. */
  #filesFolder(): string {
    const { profile, stateFolder } = this.#options
    const folder = join(stateFolder, 'acp', profile.kind)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return folder
  }

  /** Starts a separate process for one question, after earlier visits to the same agent. */
  #visit<T>(
    place: ConversationPlace,
    hear: (update: Json) => void,
    ask: (connection: AcpConnection, greeting: Greeting) => Promise<T>,
  ): Promise<T> {
    const visit = Promise.resolve(this.#visits.get(place.agent)).then(() => this.#ask(place, hear, ask))
    const settled = visit.then(
      () => undefined,
      () => undefined,
    )
    this.#visits.set(place.agent, settled)
    return visit
  }

  async #ask<T>(
    { cwd, program }: Pick<ConversationPlace, 'cwd' | 'program'>,
    hear: (update: Json) => void,
    ask: (connection: AcpConnection, greeting: Greeting) => Promise<T>,
  ): Promise<T> {
    const { clock, stateFolder, log } = this.#options
    const start = this.#prepare({ cwd, program, permissionMode: 'plan' }, 'refused')
    if (typeof start === 'string') throw new Error(start)
    const marker = folderMarker(realpathSync(stateFolder))
    const process = startMarked({ ...start, isMessage: isAcpMessage }, newMark(marker), {
      clock,
      log: (line) => log(`${this.#options.profile.kind}: ${line}`),
    })
    const cancel = clock.after(visitLimit, () => process.kill())
    const connection = connectAcp(process.face, {
      update: hear,
      permission: () => Promise.resolve({ outcome: { outcome: 'cancelled' } }),
      elicitation: () => Promise.resolve({ action: 'cancel' }),
      drain: () => [],
    })
    const gone = process.exited.then((): never => {
      throw new Error('its process ended')
    })
    try {
      return await Promise.race([greet(connection).then((greeting) => ask(connection, greeting)), gone])
    } finally {
      cancel()
      gone.catch(() => undefined)
      process.stop()
      await process.exited
      connection.close()
    }
  }
}

function collect(replayed: Replayed[], update: Json): void {
  const { sessionUpdate: kind } = update
  if (kind !== 'user_message_chunk' && kind !== 'user_message') {
    if (kind === 'agent_message_chunk' || kind === 'agent_message' || kind === 'tool_call')
      replayed.push(between)
    return
  }
  const id = asText(update['messageId'])
  const text = acpText(update['content'])
  const last = replayed.at(-1)
  const goesOn = last !== undefined && last !== between && kind === 'user_message_chunk' && last.id === id
  if (goesOn) replayed.splice(-1, 1, { id, text: last.text + text })
  else replayed.push({ id, text })
}

/** Marks an answer between two prompts. */
const between: Replayed = { id: '', text: '' }

/**
 * Opens a kind without starting a process. The program's path comes from `JANUS_GEMINI` and the like, then
 * from the user's setting, then from PATH.
 */
export function openAcp(kind: AcpKind, options: FamilyOptions): Program {
  const profile = profiles[kind]
  const { clock } = options
  const environment = environmentOf(profile, options)
  const path = (): string | null =>
    options.chosenPath() ||
    (kind === 'other' ? null : (findProgram(profile.command, environment) ?? options.downloaded?.() ?? null))
  const command = (program: string | null): ProgramCommand | string =>
    kind === 'other' ? commandOf(program, environment) : knownCommand(profile, path())
  const family = new AcpFamily({ ...options, profile, environment, command })
  return { family, installation: new AcpInstallation({ clock, profile, path, environment }) }
}

function knownCommand({ program, args }: Profile, path: string | null): ProgramCommand | string {
  if (path === null) return `${program} was not found. Install it, or choose where it is in the settings.`
  if (!existsSync(path))
    return `${program} is not at ${path} any more. Install it again, or choose another one.`
  return { command: path, args }
}

function commandOf(
  line: string | null,
  environment: Readonly<Record<string, string>>,
): ProgramCommand | string {
  const read = readProgramLine(line ?? '')
  if (!read.ok) return read.problem
  const [command, ...args] = read.words
  if (/[/\\]/.test(command)) return { command, args }
  const path = findProgram(command, environment)
  if (path === null)
    return `There is no program named ${command.slice(0, 100)} on this computer’s PATH. Install it, or give its whole path.`
  return { command: path, args }
}

/** The whole environment of a program of this kind: only variables that are listed. */
function environmentOf(
  { account }: Profile,
  { environment, modelUrl, rehearsal }: FamilyOptions,
): Readonly<Record<string, string>> {
  if (modelUrl === null) return selectVariables(environment, [...everyday, ...account], process.platform)
  // With a custom model server no credentials of the user may be visible, or they could be sent there.
  return { ...selectVariables(environment, everyday, process.platform), ...rehearsal }
}
