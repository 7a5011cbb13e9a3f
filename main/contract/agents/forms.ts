/** Null: no value. */
export type FieldValue = string | number | boolean | readonly string[] | null

export interface FieldOption {
  readonly value: string
  readonly label: string
  readonly about: string
}

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

export interface FormField {
  /** Key of its value in the answer. */
  readonly name: string
  readonly label: string
  readonly about: string
  readonly isRequired: boolean
  readonly input: FieldInput
}

/**
 * A form or web page that a program asks its user to complete. `unusable`: it cannot be shown completely, so
 * it can only be declined.
 */
export type Form =
  | { readonly kind: 'fields'; readonly fields: readonly FormField[] }
  | { readonly kind: 'page'; readonly url: string }
  | { readonly kind: 'unusable'; readonly why: string }

export type TextFormat = keyof typeof formats

/** Simple, so that no text makes them slow; the asking program validates the rest. */
const formats = {
  email: { pattern: /^[^\s@]+@[^\s@]+$/, words: 'an email address' },
  uri: { pattern: /^[a-z][a-z\d+.-]*:\S+$/i, words: 'an address such as https://example.org' },
  date: { pattern: /^\d{4}-\d\d-\d\d$/, words: 'a date such as 2026-03-31' },
  'date-time': {
    pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/i,
    words: 'a time such as 2026-03-31T09:30:00Z',
  },
} as const

export const isTextFormat = (name: string): name is TextFormat => Object.hasOwn(formats, name)

/** `fields` per form, `options` per field; the others are lengths in characters. */
export const formLimits = { fields: 40, options: 100, text: 4096, option: 300 } as const

export const initialValue = ({ input }: FormField): FieldValue => input.initial

const isEmpty = (value: FieldValue): boolean => value === null || value === ''

/** Returns the message for under the field, or null when the value is valid. */
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
      // An empty list counts as no answer to an optional field.
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
  // JSON Schema counts code points, not UTF-16 units.
  const length = outside([...value].length, least, most, '', ' characters')
  if (length !== null || format === null || formats[format].pattern.test(value)) return length
  return `Write ${formats[format].words}`
}

function numberProblem({ isWhole, least, most }: InputOf<'number'>, value: number): string | null {
  if (!Number.isFinite(value)) return 'Not a number'
  if (isWhole && !Number.isSafeInteger(value)) return 'Must be a whole number'
  return outside(value, least, most, 'Must be ')
}

/** Returns which limit a number exceeds, or null. */
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

/** A hint beside the label; may be empty. */
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

/** Null: no limit on that side. */
function rangeWords(least: number | null, most: number | null, unit = ''): string {
  if (least !== null && most !== null) return `${least === most ? least : `${least} to ${most}`}${unit}`
  if (least !== null) return `at least ${least}${unit}`
  return most === null ? '' : `at most ${most}${unit}`
}

/** Returns why these values can't be sent, or null. `values`: in the order of the fields. */
export function formProblem(form: Form, values: readonly FieldValue[]): string | null {
  if (form.kind === 'unusable') return form.why
  if (form.kind === 'page') return null
  const found = form.fields
    .map((field, at) => ({ label: field.label, problem: fieldProblem(field, values[at] ?? null) }))
    .find(({ problem }) => problem !== null)
  return found === undefined ? null : `${found.label}: ${found.problem}.`
}

type FieldContent = string | number | boolean | string[]

/** The answer keyed by field name, without empty fields. */
export function formContent(
  { fields }: Extract<Form, { kind: 'fields' }>,
  values: readonly FieldValue[],
): Record<string, FieldContent> {
  // `fromEntries`, since a field may be called `__proto__`.
  return Object.fromEntries(
    fields.flatMap(({ name }, at): [string, FieldContent][] => {
      const value = values[at] ?? null
      if (value === null || value === '') return []
      if (typeof value !== 'object') return [[name, value]]
      return value.length === 0 ? [] : [[name, [...value]]]
    }),
  )
}

/** Recorded instead of the values, which may be secret. */
export function formAnsweredWords(form: Form): string {
  if (form.kind === 'page') return 'page opened'
  const count = form.kind === 'fields' ? form.fields.length : 0
  return count === 1 ? 'form sent, 1 field' : `form sent, ${count} fields`
}
