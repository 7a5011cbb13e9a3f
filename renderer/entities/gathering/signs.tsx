import type { GatheringView } from '../../../main/contract/gathering-views.ts'
import { beatWords } from './piece-time.ts'
import './signs.css'

/** The breath as a sign; the harvest is what is left of the exhale. Its word stands beside it. */
export function PhaseSign({ of }: { readonly of: GatheringView['phase'] }) {
  return (
    <svg className="ph" aria-hidden="true">
      <use href={`#p-${of === 'harvest' ? 'exhale' : of}`} />
    </svg>
  )
}

/** The talking piece: a disc of ink with the two-faced head. */
export function Piece({ className = '' }: { readonly className?: string }) {
  return (
    <span className={`piece ${className}`} aria-hidden="true">
      <span className="mark" />
    </span>
  )
}

interface BeatsProps {
  /** Newest beat, of how many. */
  readonly beat: number
  readonly beats: number
}

/** Beats as marks. */
export function Beats({ beat, beats }: BeatsProps) {
  return (
    <span className="beats" role="img" aria-label={beatWords(beat, beats)}>
      {Array.from({ length: beats }, (_, at) => (
        <i key={at} className={at < beat ? 'used' : undefined} />
      ))}
    </span>
  )
}
