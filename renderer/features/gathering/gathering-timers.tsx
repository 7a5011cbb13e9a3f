import type { RunningHeartbeat } from '../../../main/contract/timers/heartbeats.ts'
import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import { useNow } from '../../state/clock.ts'
import { brief, dueTime } from '../../components/duration.ts'
import { SafeText } from '../../components/safe-text.tsx'
import type { IconName } from '../../components/sprite.tsx'
import { useMirrorList } from '../../state/store.ts'
import { Dial, TimerRow } from '../../entities/timer/timer-row.tsx'
import { beatWords, pieceTime } from '../../entities/gathering/piece-time.ts'
import { isYours } from './turn-words.ts'

/** After so long a pause or an untouched proposal ends by itself, in ms. */
const patience = 24 * 60 * 60_000

/** The clocks of a gathering, and the timers of its agents, which fire when it is over. Labelled, never announced. */
export function GatheringTimers({ of }: { readonly of: GatheringView }) {
  const timers = useMirrorList((now) =>
    of.seats.flatMap((seat): readonly RunningHeartbeat[] =>
      seat.agent === null
        ? []
        : (now.agents[seat.agent]?.heartbeats.filter(({ state }) => state !== 'dropped') ?? []),
    ),
  )
  if (of.state === 'closed') return null
  const hasTimers = of.piece !== null || of.paused !== null || of.state === 'proposed' || timers.length > 0
  return (
    <section aria-labelledby="gathering-timers">
      <div className="side-cap">
        <h2 id="gathering-timers">Timers</h2>
      </div>
      {!hasTimers && <p className="muted side-none">None runs.</p>}
      <ul>
        <Clocks of={of} />
        {timers.map((timer) => (
          <TimerRow key={timer.id} timer={timer} owner={ownerOf(timer, of)} />
        ))}
      </ul>
    </section>
  )
}

/** Its name at its seat. */
const ownerOf = ({ agent }: RunningHeartbeat, { seats }: GatheringView): string =>
  seats.find((seat) => seat.agent === agent)?.name ?? ''

function Clocks({ of }: { readonly of: GatheringView }) {
  const now = useNow()
  const { piece, paused } = of
  const end = paused ? paused.at + patience : of.state === 'proposed' ? of.convened.at + patience : null
  return (
    <>
      {piece && (
        <ClockRow
          icon="clock"
          title={isYours(of) ? 'Your turn' : `Turn of ${piece.name}`}
          note={beatWords(piece.beat, piece.beats)}
          left={pieceTime(piece, of.interval, now).share}
          time={pieceTime(piece, of.interval, now).brief}
        />
      )}
      {piece !== null && piece.nextBeatAt !== null && piece.stopped === null && (
        <ClockRow
          icon="bolt"
          title="Next beat"
          note={beatWords(Math.min(piece.beat + 1, piece.beats), piece.beats)}
          left={Math.max(0, Math.min(1, (piece.nextBeatAt - now) / of.interval))}
          time={brief(Math.max(0, piece.nextBeatAt - now))}
        />
      )}
      {end !== null && (
        <ClockRow
          icon="hour"
          title={paused ? 'Closes by itself' : 'Is dismissed by itself'}
          note={paused ? 'if nobody lets it go on' : 'if nobody starts it'}
          left={Math.max(0, (end - now) / patience)}
          time={dueTime(end, now)}
        />
      )}
    </>
  )
}

interface ClockRowProps {
  readonly icon: IconName
  readonly title: string
  readonly note: string
  readonly left: number | null
  readonly time: string
}

function ClockRow({ icon, title, note, left, time }: ClockRowProps) {
  return (
    <li className="timer" data-part="timer">
      <Dial icon={icon} left={left} />
      <div className="timer-what">
        <b>
          <SafeText text={title} />
        </b>
        <p className="timer-note">{note}</p>
      </div>
      <span className="num timer-time">{time}</span>
    </li>
  )
}
