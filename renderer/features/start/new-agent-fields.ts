import { kindFacts, usualKind } from '../../../main/contract/agents/kinds.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { RequestInput } from '../../../main/contract/api/requests.ts'
import type { Role } from '../../../main/contract/agents/roles.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import type { SetUpValue } from '../../entities/agent/set-up.tsx'
import type { Who } from '../../entities/agent/who-fields.tsx'
import { kindInput, type KindDraft } from '../../entities/kind/kind-choice.tsx'
import { ask } from '../../state/connection.ts'
import { mirror } from '../../state/store.ts'
import { select, keepDraft, toast } from '../../state/view-store.ts'
import { sendDraft, toAgents } from '../../entities/draft/send.ts'

export interface NewAgentFields extends Who, SetUpValue {
  readonly role: string
  /** Name of the role that it is created with; null: none. */
  readonly template: string | null
  readonly worktree?: boolean
}

/** Creates an agent; empty fields are left to main. Rejects as `ask` does. */
export async function createAgent(fields: NewAgentFields): Promise<AgentId> {
  const filled = Object.entries({
    cwd: withoutSlash(fields.cwd),
    role: fields.role,
    model: fields.model ?? '',
  })
    .map(([field, value]) => [field, value.trim()] as const)
    .filter(([, value]) => value !== '')
  const { name, permissionMode, template, effort, worktree } = fields
  const apart = worktree ? { worktree } : {}
  const chosen = { name, permissionMode, template, effort, ...apart, ...kindInput(fields) }
  const { id } = await ask('agents.create', {
    ...chosen,
    ...Object.fromEntries(filled),
  } as RequestInput<'agents.create'>)
  select(id)
  return id
}

/** Removes the trailing slash that completing a folder adds. */
export const withoutSlash = (folder: string): string => folder.trim().replace(/(?<=[^/])\/+$/, '')

const namesNow = (): readonly string[] =>
  Object.values<AgentView>(mirror.getState().agents).map((agent) => agent.name)

/** Defaults of a new agent: a free name, the folder of the current tab. */
export function freshFields(near: AgentView | null): NewAgentFields {
  const { status } = mirror.getState()
  const cwd = near?.cwd ?? status?.defaultFolder ?? ''
  const { model, effort, permissionMode } = status?.settings ?? plain
  const who = { kind: usualKind, program: '', name: suggestName(namesNow()), cwd, role: '' }
  return { ...who, template: null, model, effort, permissionMode }
}

const plain = { model: null, effort: null, permissionMode: 'default' } as const

/** Changes the kind; model, effort and mode depend on it. */
export function ofKind<F extends NewAgentFields>(fields: F, next: KindDraft): F {
  if (next.kind === fields.kind) return { ...fields, ...next }
  const { settings = plain } = mirror.getState().status ?? {}
  const { modes } = kindFacts[next.kind]
  const wanted = [fields.permissionMode, settings.permissionMode].find((mode) => modes.includes(mode))
  const own = next.kind === usualKind ? settings : plain
  const { model, effort } = own
  return { ...fields, ...next, permissionMode: wanted ?? 'default', model, effort }
}

/** Applies a role, whose settings replace the defaults; null restores these. */
export function fieldsWithRole<F extends NewAgentFields>(fields: F, role: Role | null): F {
  const wasNamed = fields.template !== null && fields.name.startsWith(fields.template)
  const isSuggested = wasNamed || isSuggestion(fields.name)
  const { cwd } = fields
  const fresh = freshFields(null)
  if (role === null)
    return { ...fields, ...fresh, cwd, name: isSuggested ? fresh.name : fields.name, role: '' }
  const draft = { kind: role.kind, program: role.program ?? '' }
  const of = ofKind({ ...fields, ...fresh }, draft)
  return {
    ...of,
    cwd,
    name: isSuggested ? freeName(role.name, namesNow()) : fields.name,
    role: role.line,
    template: role.name,
    model: role.model ?? of.model,
    effort: role.effort ?? of.effort,
    permissionMode: role.permissionMode ?? of.permissionMode,
  }
}

const names = ['Scout', 'Builder', 'Critic', 'Schema', 'Scribe', 'Keeper', 'Tester', 'Guide']

const isSuggestion = (name: string): boolean => names.includes(name.replace(/ \d+$/, ''))

function suggestName(taken: readonly string[]): string {
  const free = names.find((name) => !isTaken(name, taken))
  return free ?? freeName(names[0] ?? 'Agent', taken)
}

function freeName(name: string, taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const wanted = number === 1 ? name : `${name} ${number}`
    if (!isTaken(wanted, taken)) return wanted
  }
}

const isTaken = (name: string, taken: readonly string[]): boolean =>
  taken.some((other) => other.toLowerCase() === name.toLowerCase())

/** Sends the first message to a new agent. It is the agent's draft until main has it. */
export async function giveFirstWords(
  agent: { readonly id: AgentId; readonly name: string },
  words: string,
): Promise<void> {
  if (words.trim() === '') return
  keepDraft(agent.id, words)
  const wrong = await sendDraft(
    agent.id,
    toAgents([agent], () => 'send'),
  )
  if (wrong) toast(wrong.words, { isError: true })
}
