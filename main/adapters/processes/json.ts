import { createHash } from 'node:crypto'
import { parseJson } from '../../contract/api/parse-json.ts'

/** A JSON object as a program told it; nothing in it is sure. */
export type Json = Readonly<Record<string, unknown>>

/** The object that this is, or an empty one. */
export function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

/** The objects of this list. */
export function asObjects(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(asObject) : []
}

/** The text that this is, or none. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The tokens that this counts: what is no number of them counts as none. */
export function asTokens(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.round(value) : 0
}

/** The object that a text is; null where it is none. */
export function parseObject(text: string): Json | null {
  const value = parseJson(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null
}

/** Names just this value. */
export function jsonHash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
