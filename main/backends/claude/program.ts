import type { FamilyOptions, Program } from '../../adapters/processes/family-options.ts'
import { rehearsalEnvironment } from './environment.ts'
import { ClaudeFamily } from './family.ts'
import { CliInstallation } from './installation.ts'

/** The Claude CLI. Nothing is started yet. */
export function openClaude(options: FamilyOptions): Program {
  const { clock, stateFolder, modelUrl } = options
  const chosen = () => options.chosenPath() || undefined
  const surroundings =
    modelUrl === null
      ? { environment: options.environment, overrides: {} }
      : rehearsalEnvironment(options.environment, stateFolder, modelUrl)
  const family = new ClaudeFamily({ ...options, ...surroundings, cliPath: chosen })
  return { family, installation: new CliInstallation({ clock, chosen, stateFolder, ...surroundings }) }
}
