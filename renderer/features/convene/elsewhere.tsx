import { SafeText } from '../../components/safe-text.tsx'
import { visible } from '../../components/hygiene.ts'
import { openAgents, useMirrorList } from '../../state/store.ts'
import { showGathering } from '../../state/view-store.ts'
import { newNames, takenBy, type CircleDraft } from './circle-draft.ts'
import { elsewhereOf, namesWords } from './elsewhere-words.ts'

interface ElsewhereLinesProps {
  readonly draft: CircleDraft
  /** The sheet gives way to the gathering that is shown. */
  readonly onLeave: () => void
}

/** Who of the open tabs cannot sit here, why, until when, and what can be done. */
export function ElsewhereLines({ draft, onLeave }: ElsewhereLinesProps) {
  const agents = useMirrorList(openAgents)
  const hasNew = newNames(draft).length > 0
  return elsewhereOf(agents, takenBy(draft)).map(({ gathering, topic, names }) => (
    <p key={gathering} className="elsewhere">
      <SafeText text={`${namesWords(names)} ${names.length === 1 ? 'sits' : 'sit'} in “${topic}”`} /> until it
      closes
      {hasNew && ', so new tabs sit here'}. To seat {names.length === 1 ? 'it' : 'them'} here, end that one
      first.{' '}
      <button
        type="button"
        className="in-words"
        aria-label={`Show it: ${visible(topic)}`}
        onClick={() => {
          onLeave()
          showGathering(gathering)
        }}
      >
        Show it
      </button>
    </p>
  ))
}
