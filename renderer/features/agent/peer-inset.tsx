import { useState } from 'react'
import { rankOfPriority, usualPriority } from '../../../main/contract/priorities.ts'
import type { Entry } from '../../../main/contract/model.ts'
import { FaceView, useFace } from '../../entities/agent/avatar.tsx'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { Markdown } from '../../components/markdown/markdown.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import { useKnown, type Known } from '../../state/mail.ts'
import { useMirror } from '../../state/store.ts'
import { showLink } from '../../state/view-store.ts'
import { PrioritySign } from '../../entities/message/mail-signs.tsx'
import { bytesIn, isMore, previewOf } from './long-text.ts'
import { MessageWay } from '../../entities/message/message-acts.tsx'
import { QuestionLine } from './question-line.tsx'
import { Receipt } from '../../entities/message/receipt-view.tsx'
import { useStanding } from '../../entities/message/standing.ts'
import { wayHints, wayWords } from '../../entities/message/receipt.ts'
import { useClamped } from '../../components/use-clamped.ts'
import './inset.css'

/** From here on it is measured, not counted. */
const longLength = 6_000

const sizeOf = (text: string) => {
  if (text.length > longLength) return bytesIn(text)
  const words = text.match(/\S+/g)?.length ?? 0
  return words === 1 ? '1 word' : `${words} words`
}

/** What a peer wrote to this agent: never a speaker of its own here, always an inset with its sender. */
export function PeerInset({ entry }: { readonly entry: Entry }) {
  const link = useMirror((now) => (entry.link !== undefined && entry.link in now.links ? entry.link : null))
  const [isOpen, setOpen] = useState(false)
  const face = useFace(entry.author, entry.authorName)
  const known = useKnown(entry.message)
  const [preview, isClamped] = useClamped(isOpen)
  const isLong = isOpen || isClamped || isMore(entry.text)
  return (
    <section
      data-n={entry.n}
      data-message={entry.message ?? undefined}
      className="inset block"
      data-hue={face.hue}
      aria-label={`${entry.link === undefined ? (known?.isReply ? 'Answer' : 'Message') : 'Result'} from ${visible(entry.authorName)}`}
    >
      <header>
        <Icon name="in" />
        <FaceView face={face} size="sm" />
        <span className="clip">
          {entry.link !== undefined || known?.isReply ? (
            <>
              <Name name={entry.authorName} pigment />
              {entry.link === undefined ? '’s answer' : '’s result'}
            </>
          ) : (
            <>
              from <Name name={entry.authorName} pigment />
            </>
          )}
        </span>
        {isPressing(known) && <PrioritySign of={known.priority} />}
        <Arrival entry={entry} />
        <span className="grow" />
        {entry.link === undefined && <Fate entry={entry} known={known} />}
        {isLong && (
          <button type="button" className="btn ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen
              ? 'Fold'
              : entry.text.length > longLength
                ? `Show all (${bytesIn(entry.text)})`
                : 'Unfold'}
          </button>
        )}
        {link !== null && (
          <button
            type="button"
            className="btn ghost"
            aria-label={`Open link that ${visible(entry.authorName)}’s result crossed`}
            onClick={() => showLink(link)}
          >
            Open link
          </button>
        )}
      </header>
      {known?.replyTo && <QuestionLine agent={entry.agent} of={known.replyTo} isAnswer={known.isReply} />}
      {isOpen ? (
        <div className="said">
          <Markdown text={entry.text} />
        </div>
      ) : (
        <p ref={preview} dir="auto" className="preview">
          <SafeText text={previewOf(entry.text)} />
        </p>
      )}
    </section>
  )
}

/** Does its priority say more than that it came? */
const isPressing = (known: Known | null): known is Known =>
  known !== null && rankOfPriority(known.priority) > rankOfPriority(usualPriority.others)

/** How much it is, how it came, and when. */
function Arrival({ entry }: { readonly entry: Entry }) {
  const way = entry.way === undefined ? '' : wayWords[entry.way]
  return (
    <span className="num arrival" title={entry.way && wayHints[entry.way]}>
      {sizeOf(entry.text)} · {way} <At at={entry.at} />
    </span>
  )
}

interface FateProps {
  readonly entry: Entry
  readonly known: Known | null
}

/** What its sender waits for; of a message that asks for nothing, only the sign. */
function Fate({ entry, known }: FateProps) {
  const standing = useStanding(entry.message)
  if (entry.message === null || !standing) return null
  const expects = known?.expectsReply === true || standing.expectsReply
  return (
    <>
      <Receipt id={entry.message} as={expects ? 'full' : 'quiet'} />
      <MessageWay id={entry.message} standing={standing} onDone={() => undefined} />
    </>
  )
}
