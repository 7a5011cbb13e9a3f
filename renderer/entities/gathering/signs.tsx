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

/** The harvest has the sign of the exhale. Shown beside its word. */
export function PhaseSign({ of, className }: PhaseSignProps) {
  return (
    <svg className={classes(css.ph, className)} aria-hidden="true">
      <use href={`#p-${of === 'harvest' ? 'exhale' : of}`} />
    </svg>
  )
}

export function Piece({ className }: { readonly className?: string | undefined }) {
  return (
    <span className={classes(css.piece, className)} data-part="piece" aria-hidden="true">
      <span className="mark" />
    </span>
  )
}

export function Beats({ beat, beats }: { readonly beat: number; readonly beats: number }) {
  return (
    <span className={css.beats} role="img" aria-label={beatLabel(beat, beats)}>
      {Array.from({ length: beats }, (_, at) => (
        <i key={at} className={at < beat ? css.used : undefined} />
      ))}
    </span>
  )
}

export interface Sitting {
  /** 0 is the harvester, who is shown by initials. */
  readonly number: number
  readonly name: string
  readonly kind: 'agent' | 'user'
  readonly agent: AgentId | null
}

export const useHue = (of: Sitting) => useFace(sitterAuthor(of, of.name), of.name).hue

interface SeatFaceProps {
  readonly of: Sitting
  readonly size?: 'sm' | 'md'
  readonly children?: ReactNode
}

/** The seat's number in the shape of its agent or user. */
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

export function sitterAuthor({ kind, agent }: Pick<Seat, 'kind' | 'agent'>, name = ''): Author {
  if (isOwnUser({ kind, agent })) return { kind: 'user', via: 'window' }
  if (agent === null) return { kind: 'system' }
  return kind === 'user'
    ? { kind: 'guest', machine: agent.slice(agent.indexOf('@') + 1), name }
    : { kind: 'agent', id: agent }
}
