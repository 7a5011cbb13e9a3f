import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from './child.mjs'

/** The reader that electron-builder reads its own settings with. */
const fromBuilder = createRequire(createRequire(import.meta.url).resolve('app-builder-lib'))

/** What stands in owner.yml until somebody fills it in. */
export const placeholder = /janus-owner|\.invalid\b/

/**
 * Where updates are published: the address of the feed and the public key that signs it; null: nowhere. Throws where
 * owner.yml names only one of the two, which no package could use, or still names nobody elsewhere.
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
 * Names of the fields that still hold a placeholder.
 * @param {object} fields
 */
const unfilledIn = (fields) =>
  Object.entries(fields).flatMap(([name, value]) => (placeholder.test(JSON.stringify(value)) ? [name] : []))
