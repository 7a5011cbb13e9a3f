import type { GatheringPreview, GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import type { Structure } from '../../../main/contract/gatherings/gatherings.ts'
import type { CircleDraft } from './circle-draft.ts'

interface Bounds {
  readonly label: string
  readonly least: number
  readonly most: number
  readonly unit: '' | 's'
}

/** The numbers that the user can set, with the bounds that main accepts. */
export const numbers = {
  beats: { label: 'Reminders per turn', least: 1, most: 10, unit: '' },
  interval: { label: 'Reminder interval', least: 1, most: 3600, unit: 's' },
  grace: { label: 'Time for last words', least: 1, most: 600, unit: 's' },
  inhale: { label: 'Inhale · opening', least: 1, most: 5, unit: '' },
  hold: { label: 'Hold · discussion', least: 1, most: 5, unit: '' },
  exhale: { label: 'Exhale · conclusions', least: 1, most: 5, unit: '' },
} as const satisfies Readonly<Record<string, Bounds>>

export type NumberName = keyof typeof numbers
export const phaseFields = ['inhale', 'hold', 'exhale'] as const satisfies readonly NumberName[]

export type WrongNumbers = Readonly<Partial<Record<NumberName, string>>>

/** The last valid value. */
export function numberIn(draft: CircleDraft, name: NumberName): number {
  if (name === 'beats' || name === 'interval' || name === 'grace') return draft[name]
  return draft.structure[phaseFields.indexOf(name)] ?? 1
}

export function typedAs(draft: CircleDraft, name: NumberName, text: string): Partial<CircleDraft> {
  const number = Number(text)
  const { least, most } = numbers[name]
  const isRight = text.trim() !== '' && Number.isInteger(number) && number >= least && number <= most
  if (!isRight) return { unread: { ...draft.unread, [name]: text } }
  const unread = withoutNumbers(draft.unread, [name])
  if (name === 'beats' || name === 'interval' || name === 'grace') return { [name]: number, unread }
  const structure = draft.structure.with(phaseFields.indexOf(name), number) as unknown as Structure
  return { structure, unread }
}

export const withoutNumbers = (unread: WrongNumbers, names: readonly NumberName[]): WrongNumbers =>
  Object.fromEntries(Object.entries(unread).filter(([name]) => !names.includes(name as NumberName)))

export function boundsWords(name: NumberName): string {
  const { label, least, most, unit } = numbers[name]
  return `${label}: ${unit === 's' ? 'whole seconds' : 'a whole number'} from ${least} to ${most}.`
}

type Cap =
  | { readonly kind: 'none' }
  | { readonly kind: 'cost'; readonly usd: number }
  | { readonly kind: 'turns'; readonly turns: number }
  | { readonly kind: 'tokens'; readonly tokens: number }

/** Parses `$5.00`, `5`, `60 prompts`, `200k tokens` or an empty text; null when it is none of these. */
export function readCap(text: string): Cap | null {
  const typed = text.trim()
  if (typed === '') return { kind: 'none' }
  const turns = /^(\d{1,5})\s*(?:(?:model\s+)?turns?|prompts?)$/i.exec(typed)?.[1]
  if (turns !== undefined) return within({ kind: 'turns', turns: Number(turns) }, Number(turns), 2)
  const [, count, unit = ''] = /^(\d{1,12}(?:[.]\d{1,3})?)\s*(k|m)?\s*tokens?$/i.exec(typed) ?? []
  if (count !== undefined) {
    const tokens = Math.round(Number(count) * ({ k: 1e3, m: 1e6 }[unit.toLowerCase()] ?? 1))
    return tokens >= 1 && tokens <= 1e12 ? { kind: 'tokens', tokens } : null
  }
  const amount = /^(?:\$|usd)?\s*(\d{1,5}(?:[.,]\d{1,4})?)\s*(?:\$|usd)?$/i.exec(typed)?.[1]
  if (amount === undefined) return null
  const usd = Number(amount.replace(',', '.'))
  return within({ kind: 'cost', usd }, usd, 0.000_1)
}

const within = (cap: Cap, value: number, least: number): Cap | null =>
  value >= least && value <= 10_000 ? cap : null

/** Parses several limits: `$5.00 or 60 prompts`. Null if one is invalid or a kind occurs twice. */
export function capsIn(text: string): readonly Cap[] | null {
  const caps = text.split(/\s+or\s+/i).map(readCap)
  const read = caps.filter((cap) => cap !== null)
  return read.length === caps.length && new Set(read.map(({ kind }) => kind)).size === caps.length
    ? read
    : null
}

export function typedCaps({ turns, cost, tokens }: GatheringView['caps']): string {
  const words = [
    cost === null ? '' : `$${cost.toFixed(2)}`,
    turns === null ? '' : `${turns} prompts`,
    tokens === null ? '' : `${tokens} tokens`,
  ]
  return words.filter((one) => one !== '').join(' or ')
}

/** Empty when the text is valid. */
export const capProblem = (text: string): string =>
  capsIn(text) === null ? 'Limit: an amount, for example $5, 60 prompts or 200k tokens.' : ''

/** Warns that the gathering would likely reach its limit before its end; else empty. */
export function capWarning(text: string, told: Pick<GatheringPreview, 'modelTurns' | 'cost'> | null): string {
  if (told === null) return ''
  const { modelTurns, cost } = told
  for (const cap of capsIn(text) ?? []) {
    if (cap.kind === 'turns' && cap.turns < modelTurns.likely[0])
      return `It stops and asks you at ${cap.turns} prompts, and likely takes ${modelTurns.likely[0]} or more.`
    if (cap.kind === 'cost' && cost !== null && cap.usd < cost.likely[0])
      return `It stops and asks you at $${cap.usd.toFixed(2)}, and likely costs $${cost.likely[0].toFixed(2)} or more.`
  }
  return ''
}
