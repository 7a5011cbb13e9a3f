import type { CrossingView } from '../../../main/contract/link-views.ts'
import type { CrossingId } from '../../../main/contract/ties.ts'
import { Avatar } from '../../entities/agent/avatar.tsx'
import { clockTime } from '../../components/duration.ts'
import { Icon } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { countWords, digestLine, silentWords } from './digest-lines.ts'
import { authorOf } from '../../entities/link/members.ts'
import { useMoney } from '../../state/money.ts'
import type { Away } from './use-away.ts'
import { usePartyName } from './use-parties.ts'

/** So many crossings are told line by line, the newest. */
const most = 8

interface DigestProps {
  readonly away: Away
  /** What crossed meanwhile. */
  readonly items: readonly CrossingView[]
  /** No earlier ones are missing. */
  readonly isWhole: boolean
  readonly onJump: (id: CrossingId) => void
  readonly onDismiss: () => void
}

/** What crossed while the person did not look; each line leads to its place. */
export function LinkDigest({ away, items, isWhole, onJump, onDismiss }: DigestProps) {
  const money = useMoney()
  const cost = items.reduce((sum, one) => sum + one.costUsd, 0)
  const when = `While you were away, ${clockTime(away.since)}–${clockTime(away.until)}`
  const said = items.filter((one) => one.kind === 'said')
  const silent = items.length - said.length
  const shown = said.slice(-most)
  return (
    <section className="digest" aria-label={when}>
      <header>
        <h2 className="grow num">
          {when}: {countWords(items, isWhole)}
          {money && `, ${money(cost)}`}
        </h2>
        <button
          type="button"
          className="btn ghost icon"
          aria-label="Dismiss what crossed while you were away"
          title="Dismiss"
          onClick={onDismiss}
        >
          <Icon name="x" />
        </button>
      </header>
      <ul>
        {said.length > shown.length && <li className="faint">{said.length - shown.length} before these</li>}
        {shown.map((one) => (
          <Line key={one.id} crossing={one} onJump={onJump} />
        ))}
        {silent > 0 && <li className="faint">{silentWords(silent)}</li>}
      </ul>
    </section>
  )
}

interface LineProps {
  readonly crossing: CrossingView
  readonly onJump: (id: CrossingId) => void
}

function Line({ crossing, onJump }: LineProps) {
  const name = usePartyName(crossing.from, crossing.fromName)
  const { lead, rest } = digestLine(crossing)
  return (
    <li>
      <Avatar author={authorOf(crossing.from)} name={name} size="sm" />
      <span className="vh">
        <Name name={name} />:{' '}
      </span>
      <p className="clip" dir="auto">
        <button type="button" className="jump" onClick={() => onJump(crossing.id)}>
          <SafeText text={lead} />
        </button>
        <SafeText text={rest} />
      </p>
    </li>
  )
}
