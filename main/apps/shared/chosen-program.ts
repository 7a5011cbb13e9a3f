import type { NamedKind } from '../../contract/agents/kinds.ts'
import type { SettingsBook } from '../../ports/ports.ts'

/**
 * Path of the program of a kind that the person wants; empty: the usual one. The variable of its kind (`JANUS_`, and its name) goes before what
 * was set, until the person sets it in this Janus: what they have just chosen is their newest word.
 */
export function chosenProgram(
  settings: SettingsBook,
  environment: NodeJS.ProcessEnv,
  kind: NamedKind,
): string {
  const told = settings.isSet(kind) ? '' : environment[`JANUS_${kind.toUpperCase()}`]
  return told || settings.values()[kind]
}
