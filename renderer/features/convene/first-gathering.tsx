import { classes } from '../../components/classes.ts'
import { Button } from '../../components/button.tsx'
import { visible } from '../../components/hygiene.ts'
import { Name } from '../../components/safe-text.tsx'
import { openAgents, useMirror, useMirrorList } from '../../state/store.ts'
import { show } from '../../state/view-store.ts'
import { RowOfSitters, useSitterName } from './sitter.tsx'
import { useRhythms } from './use-circle.ts'
import { presetWord, usualCircle } from './usual-circle.ts'
import css from './convene.module.css'

export function FirstGathering() {
  const rhythms = useRhythms()
  const agents = useMirrorList(openAgents)
  const status = useMirror((now) => now.status)
  const nameOf = useSitterName()
  const hasAny = useMirror((now) => Object.keys(now.gatherings).length > 0)
  if (hasAny || !rhythms || rhythms.length === 0) return null
  const { seats, harvester } = usualCircle(
    { agents, named: agents, near: null, linked: [], status, topics: [] },
    null,
  )
  return (
    <section className={classes('stack', css.firstGathering)} aria-label="No gathering yet">
      <Circle />
      <h3>No gathering yet</h3>
      <p className="muted break-anywhere">
        Several agents, and you if you like, discuss one question in turns.
      </p>
      <p className="row wrap row-gap-3 small muted break-anywhere">
        <RowOfSitters sitters={seats.map((seat) => seat.who)} />
        <span>
          {seats.map((seat, at) => (
            <span key={seat.key}>
              {at > 0 && (at === seats.length - 1 ? ' and ' : ', ')}
              <Name name={nameOf(seat.who)} />
            </span>
          ))}{' '}
          would speak; <Name name={nameOf(harvester)} /> {harvester.kind === 'new' && '(a new agent) '}
          would write the summary.
        </span>
      </p>
      <div className="acts">
        {rhythms.slice(0, 3).map((rhythm) => (
          <Button
            key={rhythm.name}
            title={visible(rhythm.about)}
            onClick={() => show({ kind: 'convene', rhythm: rhythm.name })}
          >
            {visible(presetWord(rhythm))}…
          </Button>
        ))}
      </div>
    </section>
  )
}

const Circle = () => (
  <svg className={css.draw} viewBox="0 0 144 64" aria-hidden="true">
    <ellipse cx="72" cy="32" rx="58" ry="22" strokeDasharray="1 5" strokeLinecap="round" />
    {(
      [
        [72, 10],
        [122, 21],
        [122, 43],
        [72, 54],
        [22, 43],
        [22, 21],
      ] as const
    ).map(([x, y]) => (
      <circle key={`${x} ${y}`} cx={x} cy={y} r="6" className={css.spot} />
    ))}
    <circle cx="72" cy="32" r="5" className={css.token} />
  </svg>
)
