import { z } from 'zod'

type Issue = z.core.$ZodIssue

/**
 * Explains which fields of a request are invalid and what is expected. `input`: what was parsed. With the
 * `schema` it also lists the known fields and says which are optional.
 */
export function explain(error: z.ZodError, input?: unknown, schema?: z.ZodType): string {
  const told = error.issues.slice(0, 3).map((issue) => describe(issue, input, schema))
  const rest = error.issues.length - told.length
  return `${told.join('; ')}${rest > 0 ? `; and ${String(rest)} more` : ''}.`
}

function describe(issue: Issue, input: unknown, schema?: z.ZodType): string {
  const field = issue.path.length === 0 ? 'The request' : quote(issue.path.map(String).join('.'))
  switch (issue.code) {
    case 'unrecognized_keys':
      return `There is no field ${issue.keys.slice(0, 3).map(quote).join(', ')} here${fieldsAt(schema, issue.path)}`
    case 'invalid_type':
      return issue.path.length > 0 && at(input, issue.path) === undefined
        ? `${field} is missing (${typeWords[issue.expected] ?? issue.expected})`
        : `${field} must be ${typeWords[issue.expected] ?? `a ${issue.expected}`}`
    case 'invalid_value': {
      const optional = schemaAt(schema, issue.path) instanceof z.ZodOptional ? ', or left out' : ''
      return `${field} must be ${issue.values.map((value) => quote(String(value))).join(' or ')}${optional}`
    }
    case 'too_big':
      return issue.origin === 'string'
        ? `${field} is too long: at most ${String(issue.maximum)} characters`
        : `${field} must ${bound(issue.origin)} at most ${String(issue.maximum)}`
    case 'too_small':
      return issue.origin === 'string'
        ? `${field} must not be empty`
        : `${field} must ${bound(issue.origin)} at least ${String(issue.minimum)}`
    case 'invalid_union': {
      const near = nearest(issue)
      return near ? describe(near, input) : `${field} has a value that it cannot have`
    }
    default:
      // Zod's default messages are for programmers.
      return /^Invalid/.test(issue.message)
        ? `${field} has a value that it cannot have`
        : `${field}: ${issue.message}`
  }
}

/** Returns the issue of the union member whose type the value has, or null. */
function nearest({ errors, path }: z.core.$ZodIssueInvalidUnion): Issue | null {
  const isOfType = ([first]: readonly Issue[]) =>
    first !== undefined && (first.code !== 'invalid_type' || first.path.length > 0)
  const [near] = errors.find(isOfType) ?? []
  return near ? { ...near, path: [...path, ...near.path] } : null
}

function bound(origin: string): string {
  return origin === 'array' ? 'have' : 'be'
}

const typeWords: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  array: 'a list, such as ["a", "b"]',
  object: 'an object',
  int: 'a whole number',
}

/** Limits the list of known fields in a message. */
const mostFields = 20

function fieldsAt(schema: z.ZodType | undefined, path: readonly PropertyKey[]): string {
  const found = unwrap(schemaAt(schema, path))
  if (!(found instanceof z.ZodObject)) return ''
  const names = Object.keys(found.shape)
  if (names.length === 0) return ': it takes none'
  const rest = names.length - mostFields
  return `, only ${names.slice(0, mostFields).join(', ')}${rest > 0 ? ` and ${String(rest)} more` : ''}`
}

/** Follows objects and arrays only. */
function schemaAt(schema: z.ZodType | undefined, path: readonly PropertyKey[]): z.ZodType | undefined {
  return path.reduce<z.ZodType | undefined>((whole, step) => {
    const outer = unwrap(whole)
    if (outer instanceof z.ZodObject) return outer.shape[String(step)] as z.ZodType | undefined
    return outer instanceof z.ZodArray ? (outer.element as z.ZodType) : undefined
  }, schema)
}

function unwrap(schema: z.ZodType | undefined): z.ZodType | undefined {
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
  return isWrapped ? unwrap(schema.unwrap() as z.ZodType) : schema
}

/** Quotes a caller's text, short and on one line. */
function quote(word: string): string {
  return JSON.stringify(word.length > 60 ? `${word.slice(0, 60)}…` : word)
}

function at(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Record<PropertyKey, unknown>)[step]
  }
  return value
}
