import { existsSync } from 'node:fs'
import { join } from 'node:path'

const packages = join(import.meta.dirname, '..', 'scripts', 'test-agents', 'node_modules')

/** Other makers' programs by the variables that Janus reads; the long suite installs them. */
export const makers = {
  JANUS_CODEX: join(packages, '.bin', 'codex'),
  JANUS_GEMINI: join(packages, '.bin', 'gemini'),
  JANUS_OPENCODE: join(packages, 'opencode-linux-x64', 'bin', 'opencode'),
}

/** Throws where one is missing, rather than skipping the tests. */
export function requireMakers(): void {
  for (const path of Object.values(makers))
    if (!existsSync(path)) throw new Error(`${path} is missing: npm run test:long installs it.`)
}
