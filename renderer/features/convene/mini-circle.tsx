import { useId } from 'react'
import { visible } from '../../components/hygiene.ts'
import { roundsIn, type CircleDraft } from './circle-draft.ts'
import { useSitterFaces, useSitterName } from './sitter.tsx'
import { classes } from '../../components/classes.ts'
import css from './plan-summary.module.css'

const width = 288
const height = 176
const radius = { x: 79, y: 70 }

/** How large a seat is drawn: many seats are smaller. */
const sizeFor = (count: number) => (count > 14 ? 17 : count > 10 ? 22 : 28)

/** Where a seat stands: the first on top, then with the clock. */
function placeOf(at: number, count: number) {
  const angle = (at / count) * 2 * Math.PI - Math.PI / 2
  const wide = count > 10 ? 1.5 : 1
  return {
    x: width / 2 + Math.cos(angle) * radius.x * wide,
    y: height / 2 + Math.sin(angle) * radius.y,
  }
}

export function MiniCircle({ draft }: { readonly draft: CircleDraft }) {
  const { seats } = draft
  const hearth = useId()
  const faces = useSitterFaces(seats.map((seat) => seat.who))
  const nameOf = useSitterName()
  const count = seats.length
  const rounds = roundsIn(draft.structure)
  const size = sizeFor(count)
  const who = seats.map((seat) => (seat.who.kind === 'human' ? 'you' : visible(nameOf(seat.who)))).join(', ')
  return (
    <svg
      className={css.mini}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`${seatWords(count)} in a circle: ${who}`}
    >
      <defs>
        <radialGradient id={hearth}>
          <stop offset="0.35" className={css.glow} />
          <stop offset="1" className={classes(css.glow, css.out)} />
        </radialGradient>
      </defs>
      <ellipse cx={width / 2} cy={height / 2} rx="66" ry="60" fill={`url(#${hearth})`} />
      <ellipse
        className={css.miniOrbit}
        cx={width / 2}
        cy={height / 2}
        rx={radius.x * (count > 10 ? 1.5 : 1)}
        ry={radius.y}
      />
      {faces.map(({ hue, shape }, at) => {
        const { x, y } = placeOf(at, count)
        return (
          <g key={seats[at]?.key} className={css.miniSeat} data-hue={hue}>
            <use href={`#w-${shape}`} x={x - size / 2} y={y - size / 2} width={size} height={size} />
            <text
              className={size < 20 ? css.few : undefined}
              x={x}
              y={y + (shape === 3 ? 0.18 : shape === 8 || shape === 'human' ? 0.08 : 0) * size}
            >
              {at + 1}
            </text>
          </g>
        )
      })}
      <text className={css.strong} x={width / 2} y={height / 2 - 8}>
        {seatWords(count)}
      </text>
      <text x={width / 2} y={height / 2 + 9}>
        {rounds === 1 ? '1 round' : `${rounds} rounds`}
      </text>
    </svg>
  )
}

const seatWords = (count: number) => (count === 1 ? '1 seat' : `${count} seats`)
