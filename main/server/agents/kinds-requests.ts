import { expectedAbilities } from '../../contract/agents/kind-abilities.ts'
import { kindFacts, usualKind, type AgentKind, type KindChoice } from '../../contract/agents/kinds.ts'
import type { PermissionMode } from '../../contract/api/model.ts'
import { readProgramLine } from '../../contract/agents/program-line.ts'
import { asksLess } from '../../core/mail/permission-order.ts'
import { refused, type RequestContext } from '../api/request-context.ts'

export interface KindInput {
  readonly kind?: AgentKind | undefined
  readonly program?: string | undefined
}

/**
 * Refuses kinds that this Janus cannot start. A program that is not installed may be chosen; its agent waits.
 */
export function readKind(
  parts: Pick<RequestContext, 'status' | 'findProgram'>,
  { kind = usualKind, program }: KindInput,
): KindChoice {
  const { kinds } = parts.status()
  if (!kinds.some((one) => one.kind === kind)) {
    const known = kinds.map((one) => one.kind).join(', ')
    throw refused('bad_kind', `This Janus cannot start ${kindFacts[kind].program}. There are: ${known}.`)
  }
  if (kind !== 'other') {
    if (program === undefined) return { kind, program: null }
    throw refused(
      'bad_program',
      `A command line (program) is for an agent of the kind other; ${kindFacts[kind].name} is started by its own.`,
    )
  }
  const read = readProgramLine(program ?? '')
  if (!read.ok) throw refused('bad_program', read.problem)
  const [name] = read.words
  if (parts.findProgram(name) === null)
    throw refused(
      'bad_program',
      `There is no program ${JSON.stringify(name.slice(0, 200))} to run. Install it, or write its full path.`,
    )
  return { kind, program: (program ?? '').trim() }
}

/** Only the user chooses command lines: agents may ask for kinds with a known program. */
export function refuseProgram({ kind, program }: KindInput): void {
  if (kind !== 'other' && program === undefined) return
  throw refused(
    'not_allowed',
    'Only your user names a program by its command line. Ask for another kind, or for your user’s word.',
  )
}

export function refuseMode(kind: AgentKind, mode: PermissionMode): void {
  const { name, modes } = kindFacts[kind]
  if (modes.includes(mode)) return
  throw refused(
    'bad_request',
    `${name} cannot be started in the permission mode ${mode}. There are: ${modes.join(', ')}.`,
  )
}

/** `told`: reported by its process, which overrides the expected ones. */
export function refuseEffort(kind: AgentKind, effort: string, told?: readonly string[]): void {
  const { efforts } = expectedAbilities[kind]
  const known = told && told.length > 0 ? told : efforts
  if (known.includes(effort)) return
  const { name } = kindFacts[kind]
  throw refused(
    'bad_request',
    known.length === 0
      ? `How hard ${name} thinks cannot be chosen here.`
      : `${name} knows no effort ${JSON.stringify(effort)}. There are: ${known.join(', ')}.`,
  )
}

/** The user's default model and effort apply to the default kind only. */
export const forUsualKind = (kind: AgentKind, wanted: string | null): string | null =>
  kind === usualKind ? wanted : null

/** The user's default if this kind supports it, else `default`, which every kind has. */
export function usualMode(kind: AgentKind, wanted: PermissionMode): PermissionMode {
  return kindFacts[kind].modes.includes(wanted) ? wanted : 'default'
}

/** For a tab that an agent requests: a mode at least as strict as wanted, or a refusal. */
export function strictMode(kind: AgentKind, wanted: PermissionMode): PermissionMode {
  const mode = usualMode(kind, wanted)
  if (!asksLess(mode, wanted)) return mode
  throw refused(
    'not_allowed',
    `${kindFacts[kind].name} cannot ask as strictly as you do (${wanted}). Ask for another kind.`,
  )
}

export function refuseKindChange(now: KindChoice, { kind = now.kind, program }: KindInput): void {
  if (kind === now.kind && (program ?? now.program) === now.program) return
  throw refused(
    'bad_kind',
    `A tab stays what it was made as: ${kindFacts[now.kind].name}. Make a new tab for ${kindFacts[kind].name}.`,
  )
}
