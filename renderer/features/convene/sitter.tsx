import type { Author } from '../../../main/contract/api/model.ts'
import { useMirror } from '../../state/store.ts'
import type { Sitter } from './circle-draft.ts'
import { FaceView, useFace } from '../../entities/agent/avatar.tsx'
import { faceOfAuthor, type Face } from '../../entities/agent/identity.ts'
import { nameOfPeerIn } from '../../state/peers.ts'

export function useSitterName(): (who: Sitter) => string {
  const agents = useMirror((now) => now.agents)
  const user = useMirror((now) => now.status?.user ?? '')
  const fleet = useMirror((now) => now.status?.fleet ?? null)
  return (who) => {
    if (who.kind === 'user') return user || 'You'
    if (who.kind === 'new') return who.name
    return agents[who.agent]?.name ?? (nameOfPeerIn(fleet, who.agent) || 'a tab that is gone')
  }
}

const authorOf = (who: Sitter): Author => {
  if (who.kind === 'user') return { kind: 'user', via: 'window' }
  return who.kind === 'agent' ? { kind: 'agent', id: who.agent } : { kind: 'system' }
}

interface SeatFaceProps {
  readonly who: Sitter
  readonly name: string
  readonly number: number
}

/** The avatar with the seat's number in it; a dashed outline for a tab that does not exist yet. */
export function SitterFace({ who, name, number }: SeatFaceProps) {
  const face = useFace(authorOf(who), name)
  return <FaceView face={{ ...face, letters: String(number) }} />
}

export function useSitterFaces(sitters: readonly Sitter[]): readonly Pick<Face, 'hue' | 'shape'>[] {
  const agents = useMirror((now) => now.agents)
  const fleet = useMirror((now) => now.status?.fleet ?? null)
  return sitters.map((who) => {
    if (who.kind === 'user') return { hue: 'user', shape: 'user' }
    return faceOfAuthor(authorOf(who), '', agents, fleet)
  })
}

export function RowOfSitters({ sitters }: { readonly sitters: readonly Sitter[] }) {
  const faces = useSitterFaces(sitters)
  return (
    <span className="inline-row gap-2" aria-hidden="true">
      {faces.map((face, at) => (
        <FaceView key={at} face={{ ...face, letters: String(at + 1) }} size="sm" />
      ))}
    </span>
  )
}
