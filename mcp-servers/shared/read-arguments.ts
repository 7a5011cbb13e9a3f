import { parseJson } from '../../main/contract/api/parse-json.ts'
/** The subset of JSON Schema that tool inputs use. */
export interface ArgumentSchema {
  readonly type?: string
  readonly anyOf?: readonly ArgumentSchema[]
  readonly properties?: Readonly<Record<string, ArgumentSchema>>
  readonly required?: readonly string[]
  readonly items?: ArgumentSchema
  readonly minimum?: number
  readonly minItems?: number
}

/**
 * Drops blank optional fields, and parses JSON in a string where the schema wants another type. The schema's
 * depth bounds the recursion, however deep the arguments are.
 */
export function readArguments(given: unknown, schema: ArgumentSchema, oldNames: OldNames = {}): unknown {
  return isBlank(given) ? {} : readValue(given, schema, oldNames)
}

/** Former field names, each with its current one. */
type OldNames = Readonly<Record<string, string>>

function readValue(given: unknown, schema: ArgumentSchema, oldNames: OldNames = {}): unknown {
  const value = typeof given === 'string' ? readString(given, schema) : given
  const { items, properties } = schema
  if (Array.isArray(value)) return items === undefined ? value : value.map((item) => readValue(item, items))
  if (typeof value !== 'object' || value === null || properties === undefined) return value
  return readFields(value, properties, schema.required ?? [], oldNames)
}

function readFields(
  value: object,
  properties: Readonly<Record<string, ArgumentSchema>>,
  required: readonly string[],
  oldNames: OldNames,
): Record<string, unknown> {
  const fields = Object.entries(value).flatMap(([called, given]): [string, unknown][] => {
    if (given === null) return []
    const name = nameOf(called, value, properties, oldNames)
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (schema === undefined) return [[name, given]]
    const read = readValue(given, schema)
    if (required.includes(name)) {
      if (!isBlank(read)) return [[name, read]]
      return schema.type === 'string' ? [[name, '']] : []
    }
    return isBlank(read) || isPlaceholder(read, schema) ? [] : [[name, read]]
  })
  return Object.fromEntries(fields)
}

const agentFields = ['target', 'agent', 'agents', 'about', 'to']

/** Maps former names, and `session_id` or `agent_id` to the agent field, unless that is given too. */
function nameOf(
  called: string,
  value: object,
  properties: Readonly<Record<string, ArgumentSchema>>,
  oldNames: OldNames,
): string {
  const isSession = called === 'session_id' || called === 'agent_id'
  const old = Object.hasOwn(oldNames, called) ? oldNames[called] : undefined
  const field = isSession ? agentFields.find((name) => Object.hasOwn(properties, name)) : old
  return field === undefined || Object.hasOwn(value, field) ? called : field
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** Whether it is a 0 or an empty list that the schema excludes; models fill optional fields with these. */
function isPlaceholder(value: unknown, schema: ArgumentSchema): boolean {
  const branches = schema.anyOf ?? [schema]
  if (value === 0) {
    const numbers = branches.filter(isNumeric)
    return numbers.length > 0 && numbers.every(({ minimum = 0 }) => minimum > 0)
  }
  return Array.isArray(value) && value.length === 0 && branches.some(({ minItems = 0 }) => minItems > 0)
}

const isNumeric = ({ type }: ArgumentSchema): boolean => type === 'number' || type === 'integer'

/** Replaces lone surrogates: the database would return them as other characters. */
function readString(given: string, schema: ArgumentSchema): unknown {
  const text = given.toWellFormed()
  for (const branch of schema.anyOf ?? [schema]) {
    const parsed = parseAs(text.trim(), branch)
    if (parsed !== undefined) return parsed
  }
  return text
}

/** Returns undefined when the string can't be read as the wanted type. */
function parseAs(text: string, { type, items }: ArgumentSchema): unknown {
  if (type === undefined || type === 'string' || text === '') return undefined
  const parsed = parseJson(/^(true|false|null|none)$/i.test(text) ? jsonWord(text) : text)
  if (parsed === null || typeOf(parsed) === (type === 'integer' ? 'number' : type)) return parsed
  // With a comma or a bracket it may be a list in some other notation.
  return type === 'array' && items?.type === 'string' && !/[,;[\]{}\n]/.test(text) ? [text] : undefined
}

/** Also accepts Python's `True`, `False` and `None`. */
const jsonWord = (text: string): string => text.toLowerCase().replace('none', 'null')

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value
}
