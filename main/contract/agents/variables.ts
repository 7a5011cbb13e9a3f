/** A variable of the user's environment that agents get; `agent`: that one alone. */
interface HandedVariable {
  readonly agent: string | null
  readonly name: string
}

/** Reads the setting `variables`: names after commas, `Agent: NAME` for one agent alone. Null: one of them is no name. */
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
