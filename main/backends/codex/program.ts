import { childEnvironment } from './environment.ts'
import type { FamilyOptions, Program } from '../../adapters/processes/family-options.ts'
import { CodexFamily } from './family.ts'
import { Gate } from './gate.ts'
import { findProgram } from '../../adapters/processes/find-program.ts'
import { CodexInstallation } from './installation.ts'

/** Codex. Nothing is started yet. */
export function openCodex(options: FamilyOptions): Program {
  const { clock, environment } = options
  const overrides = options.rehearsal ?? {}
  const chosen = (): string | null => options.chosenPath() || null
  const path = (): string | null => chosen() ?? findProgram('codex', environment)
  const gate = new Gate()
  const family = new CodexFamily({ ...options, overrides, path, gate })
  const own = { ...childEnvironment({ ...environment, ...overrides }), ...overrides }
  return { family, installation: new CodexInstallation({ clock, chosen, environment: own, path, gate }) }
}
