import type {
  ModelInfo,
  SDKMessage,
  SlashCommand as SdkCommand,
  SDKRateLimitInfo,
} from '@anthropic-ai/claude-agent-sdk'
import { expectedAbilities } from '../../contract/agents/kind-abilities.ts'
import type { ModelOffer } from '../../contract/agents/model-offers.ts'
import { type PlanLimit, planLimit } from '../../contract/budget/plan.ts'
import type { BackendOffer } from '../../ports/ports.ts'
import { noThinking } from './options.ts'
import { asText } from '../../adapters/processes/json.ts'
import { isModelName } from '../../adapters/processes/launch-problem.ts'
import { outputLine } from '../../adapters/processes/output.ts'

/** The CLI's default, and aliases that every CLI resolves to the newest model of that name. */
export const usualClaudeModels: readonly [ModelOffer, ...ModelOffer[]] = [
  { value: '', name: 'Default model', about: 'What the Claude CLI is set to' },
  { value: 'opus', name: 'Opus', about: 'Most capable, for complex work' },
  { value: 'sonnet', name: 'Sonnet', about: 'Fast and capable, for everyday work' },
  { value: 'haiku', name: 'Haiku', about: 'Fastest, for quick answers' },
]
const [ownChoice] = usualClaudeModels

const ownName = 'default'

const listLimit = 300
const aboutLimit = 300

/** Reads the slash commands without duplicates; names that can't be typed are left out. */
export function readCommands(commands: readonly SdkCommand[]): BackendOffer['commands'] {
  const names = new Set<string>()
  return objects(commands)
    .filter(({ name }) => isText(name) && /^[^\s/\p{C}][^\s\p{C}]{0,99}$/u.test(name))
    .filter(({ name }) => !names.has(name) && names.add(name))
    .slice(0, listLimit)
    .map(({ name, description, argumentHint }) => ({
      name,
      about: outputLine(asText(description), aboutLimit),
      argument: outputLine(asText(argumentHint), 100),
    }))
}

/** Reads the models that the account may use, preceded by the default; empty if there are none. */
export function readClaudeModels(models: readonly ModelInfo[]): BackendOffer['models'] {
  const read = objects(models)
    .filter(({ value }) => isText(value) && isModelName(value))
    .slice(0, listLimit)
    .map(({ value, displayName, description, ...one }) => ({
      value,
      name: outputLine(asText(displayName), 100) || value,
      about: outputLine(asText(description), aboutLimit),
      ...effortsOf(one),
    }))
  if (read.length === 0) return []
  const usual = read.find(({ value }) => value === ownName)
  const { efforts } = usual ?? {}
  const own = { ...ownChoice, about: usual?.about || ownChoice.about, ...(efforts ? { efforts } : {}) }
  return [own, ...read.filter(({ value }) => value !== ownName)]
}

/** Levels of effort of a model; empty if it supports none, undefined if the CLI doesn't say. */
function effortsOf(of: Pick<ModelInfo, 'supportsEffort' | 'supportedEffortLevels'>): {
  readonly efforts?: readonly string[]
} {
  const { supportsEffort: has, supportedEffortLevels: levels } = of
  if (has === false) return { efforts: [] }
  return Array.isArray(levels)
    ? { efforts: [noThinking, ...expectedAbilities.claude.efforts.filter((one) => isIn(levels, one))] }
    : {}
}

const isIn = (levels: readonly string[], one: string): boolean => levels.includes(one)

/** Another version of the CLI may send something else than a list. */
function objects<T>(list: readonly T[]): T[] {
  return Array.isArray(list) ? list.filter((item) => typeof item === 'object' && item !== null) : []
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** Messages of a CLI that belong to no turn. */
export type SideReport =
  /** The commands have changed, for example because a folder was read that contains some. */
  | { readonly kind: 'commands'; readonly commands: BackendOffer['commands'] }
  | { readonly kind: 'limits'; readonly limits: readonly PlanLimit[] }
  | { readonly kind: 'line'; readonly line: string }

export function readAside(message: SDKMessage): SideReport | null {
  if (message.type === 'rate_limit_event')
    return { kind: 'limits', limits: readClaudePlan(message.rate_limit_info) }
  if (message.type !== 'system') return null
  if (message.subtype === 'commands_changed')
    return { kind: 'commands', commands: readCommands(message.commands) }
  if (message.subtype !== 'api_retry') return null
  const { attempt, max_retries: most, retry_delay_ms: delay, error_status: status } = message
  const why = status === null ? 'no connection' : `status ${Number(status)}`
  return {
    kind: 'line',
    line: `the model was not reached (${why}), try ${Number(attempt)} of ${Number(most)} in ${Math.round(Number(delay))} ms`,
  }
}

/** State of one usage window. Missing in the SDK's types. */
interface Window {
  readonly utilization?: number
  /** Seconds since 1970. */
  readonly resetsAt?: number
  readonly status?: string
}

/** Usage windows by the CLI's names: length in minutes, and the model they apply to. */
const windows: Readonly<Record<string, { readonly minutes: number; readonly of: string }>> = {
  five_hour: { minutes: 300, of: '' },
  seven_day: { minutes: 10_080, of: '' },
  seven_day_opus: { minutes: 10_080, of: 'Opus' },
  seven_day_sonnet: { minutes: 10_080, of: 'Sonnet' },
}

const states = { allowed: 'under', allowed_warning: 'near', rejected: 'over' } as const

export function readClaudePlan(info: SDKRateLimitInfo): readonly PlanLimit[] {
  const { unifiedWindows } = info as { readonly unifiedWindows?: Readonly<Record<string, Window>> }
  const told: readonly (readonly [string, Window])[] =
    typeof unifiedWindows === 'object' && unifiedWindows !== null
      ? Object.entries(unifiedWindows)
      : [[info.rateLimitType ?? '', info]]
  return told.flatMap(([name, window]) => {
    const known = windows[name]
    if (known === undefined || typeof window !== 'object' || window === null) return []
    const { utilization: used, resetsAt, status = '' } = window
    const state = status in states ? states[status as keyof typeof states] : null
    const at = typeof resetsAt === 'number' ? resetsAt * 1000 : null
    return [planLimit({ ...known, used, resetsAt: at, state })]
  })
}
