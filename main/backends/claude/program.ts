import type { FamilyOptions, Program } from '../../adapters/processes/family-options.ts'
import { rehearsalEnvironment } from './environment.ts'
import { ClaudeFamily } from './family.ts'
import { CliInstallation } from './installation.ts'

/** The Claude CLI. Nothing is started yet. */
export function openClaude(options: FamilyOptions): Program {
  const { clock, identities, stateFolder, mcpServers, tools, openTools, modelUrl, introduction } = options
  const { attachmentsFolder } = options
  const chosen = () => options.chosenPath() || undefined
  const surroundings =
    modelUrl === null
      ? { environment: options.environment, overrides: {} }
      : rehearsalEnvironment(options.environment, stateFolder, modelUrl)
  const family = new ClaudeFamily({
    identities,
    stateFolder,
    mcpServers,
    tools,
    openTools,
    ...surroundings,
    ...(attachmentsFolder === undefined ? {} : { attachmentsFolder }),
    cliPath: chosen,
    appendSystemPrompt: introduction,
  })
  return { family, installation: new CliInstallation({ clock, chosen, stateFolder, ...surroundings }) }
}
