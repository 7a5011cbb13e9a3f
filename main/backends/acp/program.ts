import { existsSync } from 'node:fs'
import type { AgentKind } from '../../contract/agents/kinds.ts'
import { readProgramLine } from '../../contract/agents/program-line.ts'
import type { FamilyOptions, Program } from '../../adapters/processes/family-options.ts'
import { findProgram } from '../../adapters/processes/find-program.ts'
import { agentEnvironment } from './environment.ts'
import { AcpFamily, type Command } from './family.ts'
import { AcpInstallation } from './installation.ts'
import type { Profile } from './profile.ts'
import { copilot } from './profiles/copilot.ts'
import { gemini } from './profiles/gemini.ts'
import { opencode } from './profiles/opencode.ts'
import { other } from './profiles/other.ts'
import { qwen } from './profiles/qwen.ts'

/** A kind of agents that are spoken with over the Agent Client Protocol. */
export type AcpKind = Exclude<AgentKind, 'claude' | 'codex'>

/** By kind. */
export const profiles: Readonly<Record<AcpKind, Profile>> = { gemini, opencode, qwen, copilot, other }

/** All of them. */
export const acpKinds = Object.keys(profiles) as AcpKind[]

/**
 * The programs of one kind. Nothing is started yet. `JANUS_GEMINI` and the like in the environment go before the
 * person's setting, which goes before what is on PATH.
 */
export function openAcp(kind: AcpKind, options: FamilyOptions): Program {
  const profile = profiles[kind]
  const { clock, modelUrl } = options
  const overrides = modelUrl === null ? null : (options.rehearsal ?? {})
  const environment = agentEnvironment(profile, options.environment, overrides)
  const path = (): string | null => options.chosenPath() || firstOf(profile.commands, environment)
  const command = (program: string | null): Command | string =>
    kind === 'other' ? commandOf(program, environment) : knownCommand(profile, path())
  const family = new AcpFamily({ ...options, profile, environment, command })
  return { family, installation: new AcpInstallation({ clock, profile, path, environment }) }
}

function knownCommand({ program, args }: Profile, path: string | null): Command | string {
  if (path === null) return `${program} was not found. Install it, or choose where it is in the settings.`
  if (!existsSync(path))
    return `${program} is not at ${path} any more. Install it again, or choose another one.`
  return { command: path, args }
}

/** Where the first of these commands is that is found at all. */
function firstOf(commands: readonly string[], environment: Readonly<Record<string, string>>): string | null {
  return commands.flatMap((name) => findProgram(name, environment) ?? [])[0] ?? null
}

/** The program that a tab names by its command line. */
function commandOf(line: string | null, environment: Readonly<Record<string, string>>): Command | string {
  const read = readProgramLine(line ?? '')
  if (!read.ok) return read.problem
  const [command, ...args] = read.words
  if (/[/\\]/.test(command)) return { command, args }
  const path = findProgram(command, environment)
  if (path === null)
    return `There is no program named ${command.slice(0, 100)} on this computer’s PATH. Install it, or give its whole path.`
  return { command: path, args }
}
