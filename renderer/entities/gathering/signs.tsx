import type { ReactNode } from 'react'
import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import type { AgentId, Author } from '../../../main/contract/api/model.ts'
import { beatLabel } from './piece-time.ts'
import { FaceView, useFace } from '../agent/avatar.tsx'
import css from './signs.module.css'
import { classes } from '../../components/classes.ts'
import { isOwnUser, type Seat } from '../../../main/contract/gatherings/gatherings.ts'

interface PhaseSignProps {
  readonly of: GatheringView['phase']
  readonly className?: string | undefined
}

/** The breath as a sign; the harvest is what is left of the exhale. Its word stands beside it. */
export function PhaseSign({ of, className }: PhaseSignProps) {
  return (
    <svg className={classes(css.ph, className)} aria-hidden="true">
      <use href={`#p-${of === 'harvest' ? 'exhale' : of}`} />
    </svg>
  )
}

/** The talking piece: a disc of ink with the two-faced head. */
export function Piece({ className }: { readonly className?: string | undefined }) {
  return (
    <span className={classes(css.piece, className)} data-part="piece" aria-hidden="true">
      <span className="mark" />
    </span>
  )
}

/** Beats as marks. */
export function Beats({ beat, beats }: { readonly beat: number; readonly beats: number }) {
  return (
    <span className={css.beats} role="img" aria-label={beatLabel(beat, beats)}>
      {Array.from({ length: beats }, (_, at) => (
        <i key={at} className={at < beat ? css.used : undefined} />
      ))}
    </span>
  )
}

/** Who sits on a seat, or sat on it. */
export interface Sitting {
  /** 0: the harvester, who has initials. */
  readonly number: number
  readonly name: string
  readonly kind: 'agent' | 'user'
  readonly agent: AgentId | null
}

/** Pigment of anyone who sits there. */
export const useHue = (of: Sitting) => useFace(sitterAuthor(of, of.name), of.name).hue

interface SeatFaceProps {
  readonly of: Sitting
  readonly size?: 'sm' | 'md'
  readonly children?: ReactNode
}

/** A sitter's shape with the number of the seat in it. */
export function SeatFace({ of, size = 'md', children }: SeatFaceProps) {
  const face = useFace(sitterAuthor(of, of.name), of.name)
  const letters = of.number === 0 ? face.letters : String(of.number)
  return (
    <span className={css.seatFace} data-digits={letters.length} aria-hidden="true">
      {children}
      <FaceView face={{ ...face, letters }} size={size} />
    </span>
  )
}

/** Somebody of a gathering as the one who said something: the user of this machine, one of another, or an agent. */
export function sitterAuthor({ kind, agent }: Pick<Seat, 'kind' | 'agent'>, name = ''): Author {
  if (isOwnUser({ kind, agent })) return { kind: 'user', via: 'window' }
  if (agent === null) return { kind: 'system' }
  return kind === 'user'
    ? { kind: 'guest', machine: agent.slice(agent.indexOf('@') + 1), name }
    : { kind: 'agent', id: agent }
}
