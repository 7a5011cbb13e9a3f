import { useId } from 'react'
import { useMirror } from '../../state/store.ts'
import { roundsIn, type CircleDraft } from './circle-draft.ts'
import type { Preview } from './use-preview.ts'
import type { GatheringPreview } from '../../../main/contract/gatherings/gathering-views.ts'
import { durationWords } from '../../components/duration.ts'
import { visible } from '../../components/hygiene.ts'
import { costWords, rangeWords } from '../../entities/gathering/plan-words.ts'
import { classes } from '../../components/classes.ts'
import { useSitterFaces, useSitterName } from './sitter.tsx'
import css from './plan-summary.module.css'

interface PlanSummaryProps {
  readonly draft: CircleDraft
  readonly preview: Preview
}

export const PlanSummary = ({ draft, preview }: PlanSummaryProps) => (
  <div className={css.aside}>
    <div className={css.summary}>
      <MiniCircle draft={draft} />
      <Estimate told={preview.told} />
    </div>
  </div>
)

/** Dashes until main has answered. */
function Estimate({ told }: { readonly told: GatheringPreview | null }) {
  const isRehearsal = useMirror((now) => now.status?.rehearsal === true)
  const rows: readonly (readonly [string, string])[] = [
    ['Turns', told ? String(told.turns) : '–'],
    [
      'Prompts to agents',
      told ? `about ${rangeWords(told.modelTurns.likely)}, at most ${told.modelTurns.most}` : '–',
    ],
    ['Time', told ? `at most ${durationWords(told.time, Math.ceil)}` : '–'],
    ['Likely cost', told ? costWords(told.cost, isRehearsal) : '–'],
  ]
  return (
    <section className="field" aria-label="Estimate">
      <span className="label">Estimate</span>
      <dl className={classes('small', css.kv)}>
        {rows.map(([name, words]) => (
          <div key={name} className="row top spread gap-5">
            <dt className="muted">{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p className="small break-anywhere">
        <span className="muted">The harvest is kept in</span>{' '}
        {told ? <KeptIn folder={told.harvestFolder} /> : '–'}
      </p>
    </section>
  )
}

const KeptIn = ({ folder }: { readonly folder: string | null }) =>
  folder === null ? 'Janus’s own folder' : <code dir="ltr">{visible(folder)}</code>

const width = 288
const height = 176
const radius = { x: 79, y: 70 }

/** Pixels. */
const sizeFor = (count: number) => (count > 14 ? 17 : count > 10 ? 22 : 28)

/** Seats go clockwise from the top. */
function placeOf(at: number, count: number) {
  const angle = (at / count) * 2 * Math.PI - Math.PI / 2
  const wide = count > 10 ? 1.5 : 1
  return {
    x: width / 2 + Math.cos(angle) * radius.x * wide,
    y: height / 2 + Math.sin(angle) * radius.y,
  }
}

function MiniCircle({ draft }: { readonly draft: CircleDraft }) {
  const { seats } = draft
  const hearth = useId()
  const faces = useSitterFaces(seats.map((seat) => seat.who))
  const nameOf = useSitterName()
  const count = seats.length
  const rounds = roundsIn(draft.structure) + (draft.decision ? 1 : 0)
  // A fork that continues is under way: its remaining rounds are in the estimate.
  const continues = draft.fork !== null && draft.fork.begins !== 'anew'
  const size = sizeFor(count)
  const who = seats.map((seat) => (seat.who.kind === 'user' ? 'you' : visible(nameOf(seat.who)))).join(', ')
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
              y={y + (shape === 3 ? 0.18 : shape === 8 || shape === 'user' ? 0.08 : 0) * size}
            >
              {at + 1}
            </text>
          </g>
        )
      })}
      <text className={css.strong} x={width / 2} y={height / 2 - 8}>
        {seatWords(count)}
      </text>
      {!continues && (
        <text x={width / 2} y={height / 2 + 9}>
          {rounds === 1 ? '1 round' : `${rounds} rounds`}
        </text>
      )}
    </svg>
  )
}

const seatWords = (count: number) => (count === 1 ? '1 seat' : `${count} seats`)
