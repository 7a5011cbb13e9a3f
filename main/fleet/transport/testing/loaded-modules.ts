/** Prints the loaded NATS packages before and after the transport's libraries were imported, as JSON. */
import { createRequire } from 'node:module'
import { loadKeys } from '../keys.ts'
import { loadLibraries } from '../libraries.ts'
// As in a Janus without a fleet.
import '../nats-transport.ts'
import '../founding.ts'

const { cache } = createRequire(import.meta.url)
const packages = (): string[] => {
  const names = Object.keys(cache).map(
    (path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path.replaceAll('\\', '/'))?.[1] ?? '',
  )
  return [...new Set(names)].filter((name) => /nats|nacl|asn1/.test(name)).sort()
}

const before = packages()
await loadKeys()
await loadLibraries()
process.stdout.write(JSON.stringify({ before, after: packages() }))
