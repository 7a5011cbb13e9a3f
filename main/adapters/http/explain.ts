import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/** Says in words which fields of a request are wrong and what is wanted. `input`: what was parsed. */
export function explain(error: z.ZodError, input?: unknown): string {
  const told = error.issues.slice(0, 3).map((issue) => describe(issue, input))
  const rest = error.issues.length - told.length
  return `${told.join('; ')}${rest > 0 ? `; and ${String(rest)} more` : ''}.`
}

function describe(issue: Issue, input: unknown): string {
  const field = issue.path.length === 0 ? 'The request' : quote(issue.path.map(String).join('.'))
  switch (issue.code) {
    case 'unrecognized_keys':
      return `There is no field ${issue.keys.slice(0, 3).map(quote).join(', ')} here`
    case 'invalid_type':
      return issue.path.length > 0 && at(input, issue.path) === undefined
        ? `${field} is missing (${issue.expected})`
        : `${field} must be ${article(issue.expected)}`
    case 'invalid_value':
      return `${field} must be ${issue.values.map((value) => quote(String(value))).join(' or ')}`
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
      return `${field}: ${issue.message}`
  }
}

/** What one of the kinds of value that a field can be has against it: that whose type it is of. */
function nearest({ errors, path }: z.core.$ZodIssueInvalidUnion): Issue | null {
  const isOfType = ([first]: readonly Issue[]) =>
    first !== undefined && (first.code !== 'invalid_type' || first.path.length > 0)
  const [near] = errors.find(isOfType) ?? []
  return near ? { ...near, path: [...path, ...near.path] } : null
}

function bound(origin: string): string {
  return origin === 'array' ? 'have' : 'be'
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}

/** Whatever a caller wrote, short and on one line. */
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
