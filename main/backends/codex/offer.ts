import type { Abilities } from '../../contract/agents/abilities.ts'
import { isEffort } from '../../contract/agents/efforts.ts'
import { expectedAbilities } from '../../contract/agents/kind-abilities.ts'
import type { ModelOffer } from '../../contract/agents/model-offers.ts'
import type { BackendOffer } from '../../ports/ports.ts'
import { isModelName } from '../../adapters/processes/launch-problem.ts'
import { outputLine } from '../../adapters/processes/output.ts'
import type { Model, RateLimitSnapshot, RateLimitWindow } from './protocol.ts'
import { planLimit, type PlanLimit } from '../../contract/budget/plan.ts'

export const abilities: Abilities = expectedAbilities.codex

export const usualCodexModels: readonly [ModelOffer] = [
  { value: '', name: 'Default model', about: 'What Codex is set to' },
]

/** The only command that the app-server supports. */
export const compactCommand = '/compact'

export const commands: BackendOffer['commands'] = [
  { name: 'compact', about: 'Cut the conversation down to a summary', argument: '' },
]

const listLimit = 300

/** The models that the account may use, preceded by the default. */
export function readCodexModels(models: readonly Model[]): readonly ModelOffer[] {
  const shown = (Array.isArray(models) ? models : [])
    .filter(({ model, hidden }) => !hidden && isModelName(String(model)))
    .slice(0, listLimit)
  const usual = shown.find(({ isDefault }) => isDefault)
  const [own] = usualCodexModels
  const about = usual === undefined ? own.about : `${own.about}; else ${outputLine(usual.displayName, 100)}`
  return [
    { ...own, about, ...effortsOf(usual?.supportedReasoningEfforts) },
    ...shown.map(({ model, displayName, description, supportedReasoningEfforts: efforts }) => ({
      value: model,
      name: outputLine(displayName, 100) || model,
      about: outputLine(description, 300),
      ...effortsOf(efforts),
    })),
  ]
}

function effortsOf(all: Model['supportedReasoningEfforts']): { readonly efforts?: readonly string[] } {
  if (!Array.isArray(all)) return {}
  const words = all.map(({ reasoningEffort }) => String(reasoningEffort))
  return { efforts: words.filter((word) => isEffort(word)).slice(0, 20) }
}

/** Reads the limits of the user's plan; updates may leave out unchanged ones. */
export function readCodexPlan({ primary, secondary, limitName }: RateLimitSnapshot): readonly PlanLimit[] {
  const of = typeof limitName === 'string' ? limitName : ''
  return [primary, secondary].flatMap((window) => (window ? [read(window, of)] : []))
}

function read(
  { usedPercent, windowDurationMins: minutes, resetsAt }: RateLimitWindow,
  of: string,
): PlanLimit {
  const used = typeof usedPercent === 'number' ? usedPercent / 100 : null
  const at = typeof resetsAt === 'number' ? resetsAt * 1000 : null
  return planLimit({ minutes, of, used, resetsAt: at, state: null })
}
