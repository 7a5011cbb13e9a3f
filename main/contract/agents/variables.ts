/** A variable of the user's environment for agents; `agent`: only for that one. */
interface HandedVariable {
  readonly agent: string | null
  readonly name: string
}

/**
 * Parses the setting `variables`: names separated by commas, `Agent: NAME` for a single agent. Returns null
 * when a name is invalid.
 */
export function readVariables(written: string): readonly HandedVariable[] | null {
  const entries = written.split(',').map((entry) => entry.trim())
  const read = entries.filter((entry) => entry !== '').map(readOne)
  const known = read.filter((one) => one !== null)
  return known.length === read.length ? known : null
}

function readOne(entry: string): HandedVariable | null {
  const [, agent, name] = /^(?:([^:]+):\s*)?([A-Za-z_][A-Za-z0-9_()]*)$/.exec(entry) ?? []
  return name === undefined ? null : { agent: agent?.trim() ?? null, name }
}
