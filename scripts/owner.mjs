import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from './child.mjs'

/** electron-builder's own YAML parser. */
const fromBuilder = createRequire(createRequire(import.meta.url).resolve('app-builder-lib'))

/** Placeholders in owner.yml until it is filled in. */
export const placeholder = /janus-owner|\.invalid\b/

/**
 * Returns where updates are published: the feed's address and the public key of its signatures; null when
 * nowhere. Throws when owner.yml has only one of the two, or has placeholders in other fields.
 * @returns {{url: string, key: string} | null}
 */
export function publisher(text = readFileSync(join(root, 'owner.yml'), 'utf8')) {
  const { publish, extraMetadata, linux } = fromBuilder('js-yaml').load(text)
  const [url, key] = [publish?.url ?? null, extraMetadata?.updateKey ?? null]
  if (url === null && key === null) return null
  if (url === null || key === null)
    throw new Error('owner.yml names either a feed or its key; it takes both.')
  const unfilled = unfilledIn({ ...extraMetadata, ...linux })
  if (unfilled.length > 0)
    throw new Error(`Fill these in before you publish, in owner.yml: ${unfilled.join(', ')}.`)
  return { url, key }
}

/**
 * Returns the fields that still have a placeholder.
 * @param {object} fields
 */
const unfilledIn = (fields) =>
  Object.entries(fields).flatMap(([name, value]) => (placeholder.test(JSON.stringify(value)) ? [name] : []))
