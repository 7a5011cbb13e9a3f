import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from './child.mjs'

/** The reader that electron-builder reads its own settings with. */
const fromBuilder = createRequire(createRequire(import.meta.url).resolve('app-builder-lib'))

/**
 * Where updates are published: the address of the feed and the public key that signs it; null: nowhere. Throws where
 * owner.yml names only one of the two, which no package could use.
 * @returns {{url: string, key: string} | null}
 */
export function publisher(text = readFileSync(join(root, 'owner.yml'), 'utf8')) {
  const { publish, extraMetadata } = fromBuilder('js-yaml').load(text)
  const [url, key] = [publish?.url ?? null, extraMetadata?.updateKey ?? null]
  if (url === null && key === null) return null
  if (url === null || key === null)
    throw new Error('owner.yml names either a feed or its key; it takes both.')
  return { url, key }
}
