import { useId } from 'react'
import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import { wayBetween } from './piece-way.ts'
import { box, track, type SeatPlace } from './places.ts'
import { classes } from '../../components/classes.ts'
import css from './circle.module.css'

interface OrbitProps {
  readonly places: readonly SeatPlace[]
  /** Places of the seats between which the piece moved last; -1: none. */
  readonly from: number
  readonly to: number
  readonly phase: GatheringView['phase']
}

/** How far the hearth reaches: it grows with the phase, and stands still. */
const hearths: Readonly<Record<GatheringView['phase'], number>> = {
  inhale: 190,
  hold: 270,
  exhale: 330,
  harvest: 360,
}

/** The dotted way round, the hearth within, and the stroke along which the piece came. */
export function Orbit({ places, from, to, phase }: OrbitProps) {
  const glow = useId()
  const way = wayBetween(places, from, to)
  const isTrack = places[0]?.side === 'up'
  const { width, height } = isTrack ? track : box
  const reach = hearths[phase]
  return (
    <svg
      className={css.orbit}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <defs>
        <radialGradient id={glow}>
          <stop className={css.glow} offset="0.35" />
          <stop className={classes(css.glow, css.out)} offset="1" />
        </radialGradient>
      </defs>
      <ellipse
        cx={width / 2}
        cy={height / 2}
        rx={isTrack ? reach * 1.22 : reach}
        ry={isTrack ? 38 : reach * 0.34}
        fill={`url(#${glow})`}
      />
      {isTrack ? (
        <path
          className={css.o}
          d="M70 54H930C982 54 982 146 930 146H70C18 146 18 54 70 54Z"
          vectorEffect="non-scaling-stroke"
        />
      ) : (
        <ellipse
          className={css.o}
          cx={width / 2}
          cy={height / 2}
          rx={box.rx}
          ry={box.ry}
          vectorEffect="non-scaling-stroke"
        />
      )}
      {way && <path className={css.way} d={way} vectorEffect="non-scaling-stroke" />}
    </svg>
  )
}
