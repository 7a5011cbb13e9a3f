import type { Author, AgentId } from '../../../main/contract/model.ts'
import type { ReactNode } from 'react'
import { FaceView, useFace } from '../agent/avatar.tsx'
import './signs.css'

/** Who sits on a seat, or sat on it. */
export interface Sitting {
  /** 0: the harvester, who has initials. */
  readonly number: number
  readonly name: string
  readonly kind: 'agent' | 'human'
  readonly agent: AgentId | null
}

/** Somebody of a gathering as whoever said something. */
export function authorAt({ kind, agent }: Pick<Sitting, 'kind' | 'agent'>): Author {
  if (kind === 'human') return { kind: 'human', via: 'window' }
  return agent === null ? { kind: 'system' } : { kind: 'agent', id: agent }
}

/** Pigment of whoever sits there. */
export const useHue = (of: Sitting) => useFace(authorAt(of), of.name).hue

interface SeatFaceProps {
  readonly of: Sitting
  readonly size?: 'sm' | 'md'
  readonly children?: ReactNode
}

/** A sitter's shape with the number of the seat in it. */
export function SeatFace({ of, size = 'md', children }: SeatFaceProps) {
  const face = useFace(authorAt(of), of.name)
  const letters = of.number === 0 ? face.letters : String(of.number)
  return (
    <span className="seat-face" data-digits={letters.length} aria-hidden="true">
      {children}
      <FaceView face={{ ...face, letters }} size={size} />
    </span>
  )
}
