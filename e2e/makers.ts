import { join } from 'node:path'

const packages = join(import.meta.dirname, '..', 'agents', 'node_modules')

/** Where the programs of other makers are, by the variables that name them to Janus; the long suite installs them. */
export const makers = {
  JANUS_CODEX: join(packages, '.bin', 'codex'),
  JANUS_GEMINI: join(packages, '.bin', 'gemini'),
  JANUS_OPENCODE: join(packages, 'opencode-linux-x64', 'bin', 'opencode'),
}
