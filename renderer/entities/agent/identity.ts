import { userKey } from '../../../main/contract/mail/authors.ts'
import type { FleetView } from '../../../main/contract/fleet/fleet-views.ts'
import type { PeerAgent } from '../../../main/contract/fleet/machines.ts'
import type { AgentId, Author } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import type { ShapeName } from '../../components/sprite.tsx'
import { peerOf } from '../../state/peers.ts'

export interface Face {
  /** 1 to 8; users and agents that are gone have none. */
  readonly hue: number | 'user' | 'gone'
  readonly shape: ShapeName
  readonly letters: string
}

const user = { hue: 'user', shape: 'user' } as const
const gone = { hue: 'gone', shape: 'gone' } as const

/**
 * Returns the first free choice of: the initial, the name's number (with the initial, `S2`), the initials of
 * its first two words, the initial with another letter; else an empty string.
 */
function freeLetters(name: string, taken: ReadonlySet<string>): string {
  const [first = '?', ...rest] = lettersIn(name)
  const number = name.match(/(?<!\d)\d{1,2}(?!\d)/g)?.at(-1) ?? first
  const own = isDigit(number) && !isDigit(first) ? first + number : number
  const others = rest.filter((letter) => !isDigit(letter))
  const second = lettersIn(name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')[1] ?? '')[0]
  const words = second === undefined || isDigit(second) ? [] : [first + second]
  const wanted = [first, own, ...words, ...others.map((letter) => first + letter)]
  return wanted.find((letters) => !taken.has(letters)) ?? ''
}

const isDigit = (letter: string): boolean => /^\p{N}$/u.test(letter)

function lettersIn(name: string): readonly string[] {
  const [first, ...rest] = Array.from(name.replace(/[^\p{L}\p{N}]/gu, ''))
  return first === undefined ? [] : [first.toUpperCase(), ...rest]
}

const initial = (name: string) => lettersIn(name)[0] ?? '?'

const known = new WeakMap<object, Map<AgentId, Face>>()

/**
 * Cached per agents object. Older agents choose first, so neither a dragged nor a new tab changes another's
 * letters.
 */
function facesOf(agents: Readonly<Record<AgentId, AgentView>>): Map<AgentId, Face> {
  const made = known.get(agents)
  if (made) return made
  const taken = new Set<string>()
  const faces = new Map<AgentId, Face>()
  const openFirst = (a: AgentView, b: AgentView) =>
    Number(a.closed) - Number(b.closed) || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)
  for (const { id, name, look } of Object.values<AgentView>(agents).sort(openFirst)) {
    const letters = freeLetters(name, taken)
    taken.add(letters)
    faces.set(id, { hue: look.hue, shape: shapeOf(look.shape), letters })
  }
  known.set(agents, faces)
  return faces
}

/** Clamps a number to 1–8. */
export const shapeOf = (shape: number): ShapeName => Math.min(8, Math.max(1, shape)) as ShapeName

/** A remote user is drawn as a user without a color, unlike the user of this window. */
export const faceOfPeer = ({ id, look, name }: Pick<PeerAgent, 'id' | 'look' | 'name'>): Face =>
  id === userKey
    ? { hue: 'gone', shape: 'user', letters: initial(name) }
    : { hue: look.hue, shape: shapeOf(look.shape), letters: initial(name) }

export function faceOfAuthor(
  author: Author,
  name: string,
  agents: Readonly<Record<AgentId, AgentView>>,
  fleet: FleetView | null = null,
): Face {
  if (author.kind === 'user') return { ...user, letters: initial(name) }
  // A remote user, not the user of this window.
  if (author.kind === 'guest') return { hue: 'gone', shape: 'user', letters: initial(name) }
  const id = author.kind === 'agent' ? author.id : null
  const peer = id === null ? null : peerOf(id, fleet)
  if (peer) return faceOfPeer(peer.agent)
  const face = id === null ? undefined : facesOf(agents).get(id)
  return face ?? { ...gone, letters: initial(name) }
}
