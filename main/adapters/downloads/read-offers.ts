import type { AgentOffer } from '../../contract/agents/agent-offers.ts'
import { kindFacts, namedKinds } from '../../contract/agents/kinds.ts'
import { readProgramLine } from '../../contract/agents/program-line.ts'
import { asObject, asObjects, asText, type Json } from '../processes/json.ts'
import { outputLine } from '../processes/output.ts'

const most = 500

/** Returns null for anything but a registry. Agents without a usable command line are left out. */
export function readOffers(registry: unknown): readonly AgentOffer[] | null {
  const { agents } = asObject(registry)
  if (!Array.isArray(agents)) return null
  return asObjects(agents)
    .slice(0, most)
    .flatMap(readOffer)
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

function readOffer(agent: Json): readonly AgentOffer[] {
  const id = asText(agent['id'])
  const start = readStart(asObject(agent['distribution']))
  const line = (field: string, limit: number): string => outputLine(asText(agent[field]), limit)
  const name = line('name', 80)
  if (!/^[a-z][a-z\d-]{0,63}$/.test(id) || name === '' || start === null) return []
  const page = line('repository', 300) || line('website', 300)
  return [
    {
      id,
      name,
      about: line('description', 300),
      version: line('version', 40),
      license: line('license', 60),
      page: /^https:\/\/[^\s"'<>]+$/.test(page) ? page : '',
      kind: namedKinds.find((kind) => kindFacts[kind].registryIds.includes(id)) ?? 'other',
      ...start,
    },
  ]
}

/** Prefers a package runner to a program that the user has to install. */
function readStart({ npx, uvx, binary }: Json): Pick<AgentOffer, 'by' | 'program'> | null {
  return (
    startOf('npx', ['npx', '-y'], asObject(npx), 'package') ??
    startOf('uvx', ['uvx'], asObject(uvx), 'package') ??
    startOf('user', [], asObject(Object.values(asObject(binary))[0]), 'cmd')
  )
}

function startOf(
  by: AgentOffer['by'],
  runner: readonly string[],
  of: Json,
  field: 'package' | 'cmd',
): Pick<AgentOffer, 'by' | 'program'> | null {
  // Once installed, a program from an archive is found on the PATH by its file name.
  const what = by === 'user' ? asText(of[field]).replace(/^.*[/\\]|\.exe$/g, '') : asText(of[field])
  const { args = [] } = of
  if (!/^[@\w][\w@/.[\],=<>~+-]*$/.test(what) || !Array.isArray(args)) return null
  const words = [...runner, what, ...args.map((arg: unknown) => asText(arg))]
  const program = words.map((word) => (/^[\w@/.,=:+-]+$/.test(word) ? word : `"${word}"`)).join(' ')
  const read = readProgramLine(program)
  // Accept only what parses back to the same words: a quote in an argument would change the meaning.
  return program.length <= 1000 && read.ok && read.words.join('\n') === words.join('\n')
    ? { by, program }
    : null
}
