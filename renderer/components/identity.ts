import type { AgentId, Author } from '../../main/contract/model.ts'
import type { AgentView } from '../../main/contract/views.ts'
import type { ShapeName } from './sprite.tsx'

/** How somebody looks: pigment and shape, and what stands inside. */
export interface Face {
  readonly hue: ShapeName
  readonly letters: string
}

const hues = 8

/** The first eight take hue and shape in order; from the ninth they repeat and the number tells them apart. */
function faceOf(agent: AgentView, others: readonly AgentView[]): Face {
  const hue = ((agent.order % hues) + 1) as ShapeName
  if (agent.order >= hues) return { hue, letters: String(agent.order + 1) }
  const first = lettersOf(agent.name, 1)
  const isTaken = others.some((other) => other.order < agent.order && lettersOf(other.name, 1) === first)
  return { hue, letters: isTaken ? lettersOf(agent.name, 2) : first }
}

function lettersOf(name: string, count: number): string {
  const [first = '?', ...rest] = Array.from(name.replace(/[^\p{L}\p{N}]/gu, ''))
  return first.toUpperCase() + rest.slice(0, count - 1).join('')
}

const known = new WeakMap<object, Map<AgentId, Face>>()

/** All faces at once, made anew only when an agent changes. */
function facesOf(agents: Readonly<Record<AgentId, AgentView>>): Map<AgentId, Face> {
  const made = known.get(agents)
  if (made) return made
  const all = Object.values<AgentView>(agents)
  const faces = new Map(all.map((agent) => [agent.id, faceOf(agent, all)]))
  known.set(agents, faces)
  return faces
}

/** The face of whoever wrote something. */
export function faceOfAuthor(
  author: Author,
  name: string,
  agents: Readonly<Record<AgentId, AgentView>>,
): Face {
  if (author.kind === 'human') return { hue: 'human', letters: lettersOf(name, 1) }
  const face = author.kind === 'agent' ? facesOf(agents).get(author.id) : undefined
  return face ?? { hue: 'gone', letters: lettersOf(name, 1) }
}
