import { compareVersions } from '../../adapters/processes/versions.ts'
import { oldest } from './version.ts'
import type { Rpc } from './rpc.ts'

/** Codex is older than what Janus was measured with; `version` is its own word for it. */
export class TooOldError extends Error {
  override readonly name = 'TooOldError'

  constructor(version: string) {
    super(`It is version ${version}; Janus needs ${oldest} or newer. Update it.`)
  }
}

/** Says who speaks, which Codex wants first. Rejects with a `TooOldError`. */
export async function shakeHands(rpc: Rpc): Promise<void> {
  const clientInfo = { name: 'janus', title: 'Janus', version: '0' }
  const capabilities = { experimentalApi: true, requestAttestation: false }
  const { userAgent } = await rpc.request<{ userAgent?: unknown }>('initialize', { clientInfo, capabilities })
  const [, version] = /\/(\d+\.\d+\.\d+)/.exec(String(userAgent)) ?? []
  if (version !== undefined && compareVersions(version, oldest) < 0) throw new TooOldError(version)
  rpc.notify('initialized')
}
