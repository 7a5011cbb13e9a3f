import {
  formContent,
  formLimits,
  isTextFormat,
  type FieldInput,
  type FieldOption,
  type Form,
  type FormField,
} from '../../contract/agents/forms.ts'
import { firstLineOf } from '../../contract/agents/tool-calls.ts'
import type { Decision } from '../../ports/ports.ts'
import type { ProgramFact } from './agent-family.ts'
import { asObject, asText, jsonHash, type Json } from './json.ts'
import { cut, outputLine } from './output.ts'

/** Characters. */
const longestSchema = 64 * 1024

/** An elicitation (a request for user input) of MCP, also used by ACP. */
export interface Elicitation {
  /** A tool server or the agent's program. */
  readonly by: string
  readonly message: string
  readonly mode: string
  readonly schema: unknown
  readonly url: unknown
}

export type FormCard = Omit<Extract<ProgramFact, { type: 'card.asked' }>, 'request' | 'call'> & {
  readonly form: Form
}

/**
 * Turns an elicitation into a card. The input is untrusted; a form that can't be shown completely can only
 * be declined.
 */
export function readElicitation({ by, message, mode, schema, url }: Elicitation): FormCard {
  const form =
    mode === 'url' ? readPage(url) : mode === 'form' ? readForm(schema) : unusable('in an unknown way')
  const input = cut(message.trim(), formLimits.text)
  const title = outputLine(firstLineOf(input), 300) || 'It asks you'
  const name = outputLine(by, 100)
  return {
    type: 'card.asked',
    kind: 'question',
    tool: {
      name,
      kind: 'ask',
      title: firstLineOf(input),
      isTitleAll: true,
      description: '',
      diffs: [],
      own: null,
    },
    title,
    input,
    hash: jsonHash([by, message, form]),
    reason: '',
    suggestions: [],
    questions: [],
    form,
  }
}

export function elicitationAnswer(
  form: Form,
  decision: Decision,
): { action: 'accept'; content?: ReturnType<typeof formContent> } | { action: 'decline' | 'cancel' } {
  if (decision.kind === 'deny') return { action: decision.isCancelled === true ? 'cancel' : 'decline' }
  if (form.kind !== 'fields') return { action: 'accept' }
  return { action: 'accept', content: formContent(form, decision.values ?? []) }
}

const unusable = (what: string): Form => ({
  kind: 'unusable',
  why: `Janus cannot show this form: it asks ${what}.`,
})

/** Only web pages are opened. */
function readPage(url: unknown): Form {
  const text = asText(url)
  const isWeb = text.length <= 2000 && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
  return isWeb ? { kind: 'page', url: new URL(text).href } : unusable('to open what is no page of the web')
}

function readForm(schema: unknown): Form {
  const { properties, required } = asObject(schema)
  const all = Object.entries(asObject(properties))
  const most = formLimits.fields
  if (all.length > most) return unusable(`for ${all.length} values, and ${most} is the most`)
  if (JSON.stringify(schema ?? null).length > longestSchema) return unusable('with too many words')
  const needed = new Set(Array.isArray(required) ? required : [])
  const fields: FormField[] = []
  for (const [name, raw] of all) {
    const field = asObject(raw)
    const input = readInput(field)
    const label = outputLine(asText(field['title']) || name, 200) || 'Value'
    if (input !== null)
      fields.push({
        name,
        label,
        about: cut(asText(field['description']), 1000),
        isRequired: needed.has(name),
        input,
      })
    else if (needed.has(name)) return unusable(`for “${label}”, which is of a kind that Janus does not know`)
  }
  return { kind: 'fields', fields }
}

/** Returns null for an unknown kind or one that can't be shown completely. */
function readInput(field: Json): FieldInput | null {
  const initial = field['default']
  switch (field['type']) {
    case 'string': {
      if ('enum' in field || 'oneOf' in field) {
        const options = readOptions(field['oneOf'] ?? field['enum'], field['enumNames'])
        const known = options?.find(({ value }) => value === initial)
        return options && { kind: 'choice', options, initial: known?.value ?? null }
      }
      const format = asText(field['format'])
      const most = Math.min(countIn(field['maxLength']) ?? formLimits.text, formLimits.text)
      const least = countIn(field['minLength']) ?? 0
      return {
        kind: 'text',
        format: isTextFormat(format) ? format : null,
        least,
        most,
        initial: asText(initial).slice(0, formLimits.text),
      }
    }
    case 'number':
    case 'integer':
      return {
        kind: 'number',
        isWhole: field['type'] === 'integer',
        least: numberIn(field['minimum']),
        most: numberIn(field['maximum']),
        initial: numberIn(initial),
      }
    case 'boolean':
      return { kind: 'boolean', initial: initial === true }
    case 'array': {
      const items = asObject(field['items'])
      const options = readOptions(items['anyOf'] ?? items['oneOf'] ?? items['enum'], items['enumNames'])
      if (options === null) return null
      const chosen = new Set(Array.isArray(initial) ? initial : [])
      return {
        kind: 'choices',
        options,
        least: countIn(field['minItems']) ?? 0,
        most: Math.min(countIn(field['maxItems']) ?? options.length, options.length),
        initial: options.flatMap(({ value }) => (chosen.has(value) ? [value] : [])),
      }
    }
    default:
      return null
  }
}

/** Returns null when an option can't be shown, because the choice would be incomplete. */
function readOptions(list: unknown, names: unknown): readonly FieldOption[] | null {
  if (!Array.isArray(list) || list.length === 0 || list.length > formLimits.options) return null
  const labels: readonly unknown[] = Array.isArray(names) ? names : []
  const options = list.map((one: unknown, at): FieldOption => {
    const { const: value, title, description } = asObject(one)
    const isPlain = typeof one === 'string'
    const text = isPlain ? one : asText(value)
    const label = outputLine(isPlain ? asText(labels[at]) : asText(title), 200)
    return { value: text, label: label || outputLine(text, 200), about: cut(asText(description), 500) }
  })
  const isShown = options.every(({ value, label }) => value.length <= formLimits.option && label !== '')
  return isShown && new Set(options.map(({ value }) => value)).size === options.length ? options : null
}

const numberIn = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

const countIn = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
