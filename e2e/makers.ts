import { existsSync } from 'node:fs'
import { join } from 'node:path'

const packages = join(import.meta.dirname, '..', 'scripts', 'test-agents', 'node_modules')

/** Where the programs of other makers are, by the variables that name them to Janus; the long suite installs them. */
export const makers = {
  JANUS_CODEX: join(packages, '.bin', 'codex'),
  JANUS_GEMINI: join(packages, '.bin', 'gemini'),
  JANUS_OPENCODE: join(packages, 'opencode-linux-x64', 'bin', 'opencode'),
}

/** Fails where one of them is missing, rather than trying nothing. */
export function requireMakers(): void {
  for (const path of Object.values(makers))
    if (!existsSync(path)) throw new Error(`${path} is missing: npm run test:long installs it.`)
}
