import type { AgentId } from '../../../main/contract/model.ts'
import type { SlashCommand } from '../../../main/contract/views.ts'

/** What has been typed of a command's name, or null where the words do not begin with one. */
export function commandBegun(text: string): string | null {
  const [, name] = /^\/([^\s/]{0,100})$/.exec(text) ?? []
  return name ?? null
}

/** The commands that fit, those that begin so first; each in the CLI's own order. */
export function commandsFor(begun: string, commands: readonly SlashCommand[]): readonly SlashCommand[] {
  const sought = begun.toLowerCase()
  const named = (command: SlashCommand) => command.name.toLowerCase()
  const first = commands.filter((command) => named(command).startsWith(sought))
  const later = commands.filter(
    (command) => !named(command).startsWith(sought) && named(command).includes(sought),
  )
  return [...first, ...later].slice(0, 50)
}

/** What an agent's CLI understands; before it has told, what another's has. */
export function commandsOf(
  commands: Readonly<Record<AgentId, readonly SlashCommand[]>>,
  agent: AgentId,
): readonly SlashCommand[] {
  return commands[agent] ?? Object.values<readonly SlashCommand[]>(commands)[0] ?? none
}
const none: readonly SlashCommand[] = []
