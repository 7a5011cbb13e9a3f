import { createHash } from 'node:crypto'
import { parseJson } from '../../contract/api/parse-json.ts'

/** Untrusted. */
export type Json = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const asObject = (value: unknown): Json => (isObject(value) ? value : {})

export function asObjects(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(asObject) : []
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Returns 0 for anything but a positive number. */
export function asTokens(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.round(value) : 0
}

/** Returns null for anything but an object. */
export function parseObject(text: string): Json | null {
  const value = parseJson(text)
  return isObject(value) ? value : null
}

export function jsonHash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
