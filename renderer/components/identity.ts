import type { AgentId, Author } from '../../main/contract/model.ts'
import type { AgentView } from '../../main/contract/views.ts'
import type { ShapeName } from './sprite.tsx'

/** How somebody looks: pigment, shape, and what stands inside. */
export interface Face {
  /** A pigment from 1 to 8; people and those who are gone have none. */
  readonly hue: number | 'human' | 'gone'
  readonly shape: ShapeName
  readonly letters: string
}

const human = { hue: 'human', shape: 'human' } as const
const gone = { hue: 'gone', shape: 'gone' } as const

/** The letters that nobody earlier shows: one, two, else a number. */
function lettersAmong(agent: AgentView, earlier: readonly AgentView[]): string {
  const one = lettersOf(agent.name, 1)
  const alike = earlier.filter((other) => lettersOf(other.name, 1) === one)
  if (alike.length === 0) return one
  const two = lettersOf(agent.name, 2)
  return alike.some((other) => lettersOf(other.name, 2) === two) ? String(alike.length + 1) : two
}

function lettersOf(name: string, count: number): string {
  const [first = '?', ...rest] = Array.from(name.replace(/[^\p{L}\p{N}]/gu, ''))
  return first.toUpperCase() + rest.slice(0, count - 1).join('')
}

const known = new WeakMap<object, Map<AgentId, Face>>()

/** All faces at once, made anew only when an agent changes. Dragging a tab changes no face: the ids give the order. */
function facesOf(agents: Readonly<Record<AgentId, AgentView>>): Map<AgentId, Face> {
  const made = known.get(agents)
  if (made) return made
  const all = Object.values<AgentView>(agents).sort((a, b) =>
    a.closed === b.closed ? (a.id < b.id ? -1 : 1) : a.closed ? 1 : -1,
  )
  const faces = new Map(all.map((agent, at) => [agent.id, faceOf(agent, all.slice(0, at))]))
  known.set(agents, faces)
  return faces
}

function faceOf(agent: AgentView, earlier: readonly AgentView[]): Face {
  const { hue, shape } = agent.look
  return { hue, shape: shapeOf(shape), letters: lettersAmong(agent, earlier) }
}

/** The shape of a number from 1 to 8. */
export const shapeOf = (shape: number): ShapeName => Math.min(8, Math.max(1, shape)) as ShapeName

/** The face of whoever wrote something. */
export function faceOfAuthor(
  author: Author,
  name: string,
  agents: Readonly<Record<AgentId, AgentView>>,
): Face {
  if (author.kind === 'human') return { ...human, letters: lettersOf(name, 1) }
  const face = author.kind === 'agent' ? facesOf(agents).get(author.id) : undefined
  return face ?? { ...gone, letters: lettersOf(name, 1) }
}
