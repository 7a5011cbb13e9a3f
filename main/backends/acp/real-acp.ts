import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { AgentId, FolderTrust } from '../../contract/api/model.ts'
import type { Clock } from '../../ports/ports.ts'
import type { AgentBackend } from '../../adapters/processes/agent-backend.ts'
import { signal } from '../../adapters/processes/system-processes.ts'
import {
  holdsOnce,
  layGround,
  makersProgram,
  RealAgents,
  toolPrograms,
  type Ground,
} from '../../adapters/processes/testing/real-agents.ts'
import { writeHome } from '../../adapters/rehearsal/homes/home.ts'
import { rehearsalHome, rehearsedKinds, type RehearsedKind } from '../../adapters/rehearsal/homes/homes.ts'
import { systemClock } from '../../adapters/system-clock.ts'
import { openAcp } from './family.ts'
import type { AcpKind } from './profiles/profiles.ts'

type Environment = Readonly<Record<string, string>>

export interface RealAcpOptions {
  readonly clock?: Clock
  /** Whose home and account the program uses; its own kind's by default. */
  readonly home?: RehearsedKind
  readonly environment?: (home: Environment) => Environment
  readonly trust?: FolderTrust
  readonly http?: boolean
  readonly path?: string
  readonly introduction?: string
}

export class RealAcp extends RealAgents {
  readonly kind: AcpKind
  readonly backend: AgentBackend

  static async start(kind: AcpKind, options: RealAcpOptions = {}): Promise<RealAcp> {
    return new RealAcp(kind, await layGround(tmpdir(), 'acp'), options)
  }

  private constructor(kind: AcpKind, ground: Ground, options: RealAcpOptions) {
    super(ground)
    this.kind = kind
    const { home, model, identities } = this
    const rehearsed = rehearsalHome(options.home ?? rehearsedAs(kind), home, model.url)
    writeHome(rehearsed)
    const clock = options.clock ?? systemClock
    const { family } = openAcp(kind, {
      clock,
      identities,
      stateFolder: this.state,
      mcpServers: toolPrograms,
      modelUrl: model.url,
      log: (line) => void this.log.push(line),
      tools: options.http === true ? 'http' : 'stdio',
      chosenPath: () => options.path ?? testProgram(kind),
      environment: {
        PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
        LANG: 'C.UTF-8',
        TERM: 'dumb',
      },
      rehearsal: { ...rehearsed.environment, ...options.environment?.(rehearsed.environment) },
      introduction: () => options.introduction ?? '',
    })
    const trust = () => () => Promise.resolve(options.trust ?? ('plain' as const))
    this.backend = this.over(family, { clock, trust })
  }

  /** Kills the whole group: some programs are started by a script. */
  override kill(agent: AgentId): void {
    signal(-this.pid(agent), 'SIGKILL')
  }

  recorded(text: string): Promise<void> {
    if (this.kind !== 'other')
      return this.#holdsOnce(join(this.home, this.kind), (file) => file.includes(text))
    // Codex logs a prompt and sends it to its model before the prompt counts as said.
    const isSaid = (line: string): boolean => line.includes(text) && line.includes('"type":"event_msg"')
    const conversations = join(this.home, 'codex', '.codex', 'sessions')
    return this.#holdsOnce(conversations, (file) => file.split('\n').some(isSaid))
  }

  #holdsOnce(folder: string, isHeld: (file: string) => boolean): Promise<void> {
    return holdsOnce(folder, () => holds(folder, isHeld))
  }
}

export const rehearsedAs = (kind: AcpKind): RehearsedKind =>
  rehearsedKinds.find((one) => one === kind) ?? 'codex'

function holds(folder: string, isHeld: (file: string) => boolean): boolean {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).some(
    (entry) => entry.isFile() && isHeld(textOf(join(entry.parentPath, entry.name))),
  )
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Programs that their packages don't put into `.bin`. */
const places: Partial<Readonly<Record<AcpKind, string>>> = {
  opencode: 'opencode-linux-x64/bin/opencode',
  other: '@agentclientprotocol/codex-acp/dist/index.js',
}

export const testProgram = (kind: AcpKind): string => makersProgram(places[kind] ?? `.bin/${kind}`)

export const codexLine = (): string => `${process.execPath} ${testProgram('other')}`
