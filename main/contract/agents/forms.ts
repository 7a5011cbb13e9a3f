/** What the user gives to one field of a form; null: nothing. */
export type FieldValue = string | number | boolean | readonly string[] | null

/** One option of a field. */
export interface FieldOption {
  readonly value: string
  readonly label: string
  readonly about: string
}

/** What a field takes, within which limits, and what it holds at first. */
export type FieldInput =
  | {
      readonly kind: 'text'
      readonly format: TextFormat | null
      readonly least: number
      readonly most: number
      readonly initial: string
    }
  | {
      readonly kind: 'number'
      readonly isWhole: boolean
      readonly least: number | null
      readonly most: number | null
      readonly initial: number | null
    }
  | { readonly kind: 'boolean'; readonly initial: boolean }
  | { readonly kind: 'choice'; readonly options: readonly FieldOption[]; readonly initial: string | null }
  | {
      readonly kind: 'choices'
      readonly options: readonly FieldOption[]
      readonly least: number
      readonly most: number
      readonly initial: readonly string[]
    }

/** One field of a form. */
export interface FormField {
  /** Names it in the answer. */
  readonly name: string
  readonly label: string
  readonly about: string
  readonly isRequired: boolean
  readonly input: FieldInput
}

/**
 * What a program asks its user to fill in, or to do on a page of the web. `unusable`: it cannot be shown whole, so it can
 * only be declined.
 */
export type Form =
  | { readonly kind: 'fields'; readonly fields: readonly FormField[] }
  | { readonly kind: 'page'; readonly url: string }
  | { readonly kind: 'unusable'; readonly why: string }

/** How a text has to be written. */
export type TextFormat = keyof typeof formats

/** Simple enough that no text makes them slow; the program that asks checks the rest. */
const formats = {
  email: { pattern: /^[^\s@]+@[^\s@]+$/, words: 'an email address' },
  uri: { pattern: /^[a-z][a-z\d+.-]*:\S+$/i, words: 'an address such as https://example.org' },
  date: { pattern: /^\d{4}-\d\d-\d\d$/, words: 'a date such as 2026-03-31' },
  'date-time': {
    pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/i,
    words: 'a time such as 2026-03-31T09:30:00Z',
  },
} as const

/** Whether a text names a format. */
export const isTextFormat = (name: string): name is TextFormat => Object.hasOwn(formats, name)

/** Most fields of a form, most options of a field, and longest text of a value. */
export const formLimits = { fields: 40, options: 100, text: 4096, option: 300 } as const

/** What a field holds before the user has touched it. */
export const initialValue = ({ input }: FormField): FieldValue => input.initial

const isEmpty = (value: FieldValue): boolean => value === null || value === ''

/** What is wrong with a value, in words that stand under its field; null: nothing. */
export function fieldProblem({ input, isRequired }: FormField, value: FieldValue): string | null {
  if (isEmpty(value)) return isRequired ? 'Required' : null
  switch (input.kind) {
    case 'text':
      return typeof value === 'string' ? textProblem(input, value) : 'Not a text'
    case 'number':
      return typeof value === 'number' ? numberProblem(input, value) : 'Not a number'
    case 'boolean':
      return typeof value === 'boolean' ? null : 'Not yes or no'
    case 'choice':
      return input.options.some((option) => option.value === value) ? null : 'Not one of the options'
    case 'choices': {
      // An empty list of an optional field is no answer to it.
      if (!Array.isArray(value) || new Set(value).size !== value.length) return 'Not a list of options'
      if (value.length === 0 && !isRequired) return null
      if (!value.every((one) => input.options.some((option) => option.value === one)))
        return 'Not one of the options'
      return outside(value.length, Math.max(input.least, isRequired ? 1 : 0), input.most, 'Choose ')
    }
  }
}

type InputOf<K extends FieldInput['kind']> = Extract<FieldInput, { kind: K }>

function textProblem({ format, least, most }: InputOf<'text'>, value: string): string | null {
  // JSON Schema counts characters, not the units that JavaScript keeps them in.
  const length = outside([...value].length, least, most, '', ' characters')
  if (length !== null || format === null || formats[format].pattern.test(value)) return length
  return `Write ${formats[format].words}`
}

function numberProblem({ isWhole, least, most }: InputOf<'number'>, value: number): string | null {
  if (!Number.isFinite(value)) return 'Not a number'
  if (isWhole && !Number.isSafeInteger(value)) return 'Must be a whole number'
  return outside(value, least, most, 'Must be ')
}

/** Says which limit a number breaks; null: none. */
function outside(
  value: number,
  least: number | null,
  most: number | null,
  before: string,
  after = '',
): string | null {
  if (least !== null && value < least) return `${before}${before === '' ? 'At' : 'at'} least ${least}${after}`
  if (most !== null && value > most) return `${before}${before === '' ? 'At' : 'at'} most ${most}${after}`
  return null
}

/** What a field asks for beyond its label, in a few words; empty: nothing. */
export function limitWords({ input }: FormField): string {
  switch (input.kind) {
    case 'text':
      return input.format === null
        ? rangeWords(input.least || null, input.most < formLimits.text ? input.most : null, ' characters')
        : formats[input.format].words
    case 'number':
      return [input.isWhole ? 'a whole number' : '', rangeWords(input.least, input.most)]
        .filter((part) => part !== '')
        .join(', ')
    case 'choices': {
      const most = input.most < input.options.length ? input.most : null
      return `choose ${rangeWords(input.least || null, most) || 'any'}`
    }
    default:
      return ''
  }
}

/** A range in words; null: no limit on that side. */
function rangeWords(least: number | null, most: number | null, unit = ''): string {
  if (least !== null && most !== null) return `${least === most ? least : `${least} to ${most}`}${unit}`
  if (least !== null) return `at least ${least}${unit}`
  return most === null ? '' : `at most ${most}${unit}`
}

/** Why these values cannot be sent, in words; null: they can. `values`: in the order of the fields. */
export function formProblem(form: Form, values: readonly FieldValue[]): string | null {
  if (form.kind === 'unusable') return form.why
  if (form.kind === 'page') return null
  const found = form.fields
    .map((field, at) => ({ label: field.label, problem: fieldProblem(field, values[at] ?? null) }))
    .find(({ problem }) => problem !== null)
  return found === undefined ? null : `${found.label}: ${found.problem}.`
}

type FieldContent = string | number | boolean | string[]

/** The answer by the names of the fields; what was left empty is not in it. */
export function formContent(
  { fields }: Extract<Form, { kind: 'fields' }>,
  values: readonly FieldValue[],
): Record<string, FieldContent> {
  // From entries: a field may have the name of something that every object has.
  return Object.fromEntries(
    fields.flatMap(({ name }, at): [string, FieldContent][] => {
      const value = values[at] ?? null
      if (value === null || value === '') return []
      if (typeof value !== 'object') return [[name, value]]
      return value.length === 0 ? [] : [[name, [...value]]]
    }),
  )
}

/** What stays of an answer. The values do not: they may be secret. */
export function formAnsweredWords(form: Form): string {
  if (form.kind === 'page') return 'page opened'
  const count = form.kind === 'fields' ? form.fields.length : 0
  return count === 1 ? 'form sent, 1 field' : `form sent, ${count} fields`
}
