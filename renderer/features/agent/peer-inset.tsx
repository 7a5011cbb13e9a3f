import { saidAtOf } from '../../../main/contract/api/entry-time.ts'
import type { LinkId } from '../../../main/contract/links/links.ts'
import { rankOfPriority, usualPriority } from '../../../main/contract/mail/priorities.ts'
import type { AgentId, Entry, MessageId } from '../../../main/contract/api/model.ts'
import { FaceView, useFace } from '../../entities/agent/avatar.tsx'
import { Button } from '../../components/button.tsx'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import type { Quote } from '../../state/quote.ts'
import { QuoteButton } from '../../entities/message/quote-button.tsx'
import { useMessage, useTicket, type KnownMessage } from '../../state/mail.ts'
import { useMirror } from '../../state/store.ts'
import { showLink } from '../../state/view-store.ts'
import { PrioritySign } from '../../entities/message/mail-signs.tsx'
import { Inset } from './inset.tsx'
import { bytesIn, mostCharacters } from './long-text.ts'
import { MessageWay } from '../../entities/message/message-acts.tsx'
import { Receipt } from '../../entities/message/receipt-view.tsx'
import { useStanding } from '../../entities/message/standing.ts'
import { wayHints, wayWords } from '../../entities/message/receipt.ts'
import { goToMessage } from '../../entities/message/go-to-message.ts'
import { firstLineOf } from '../../../main/contract/agents/tool-calls.ts'

const sizeOf = (text: string) => {
  if (text.length > mostCharacters) return bytesIn(text)
  const words = text.match(/\S+/g)?.length ?? 0
  return words === 1 ? '1 word' : `${words} words`
}

export function PeerInset({ entry }: { readonly entry: Entry }) {
  const link = useMirror((now) => (entry.link !== undefined && entry.link in now.links ? entry.link : null))
  const face = useFace(entry.author, entry.authorName)
  const known = useMessage(entry.message)
  const isAnswer = known?.isReply === true
  const kind = entry.link === undefined ? (isAnswer ? 'Answer' : 'Message') : 'Result'
  return (
    <Inset
      entry={entry}
      label={`${kind} from ${visible(entry.authorName)}`}
      hue={face.hue}
      head={
        <>
          <Icon name="in" />
          <FaceView face={face} size="sm" />
          <span className="clip">
            {kind === 'Message' && 'from '}
            <Name name={entry.authorName} pigment />
            {kind === 'Result' && '’s result'}
            {kind === 'Answer' && '’s answer'}
          </span>
          {entry.byHandler !== undefined && <ByRule name={entry.byHandler} />}
          {isPressing(known) && <PrioritySign of={known.priority} />}
          <Arrival entry={entry} />
        </>
      }
      fate={entry.link === undefined && <Fate entry={entry} known={known} />}
      acts={
        <>
          {link !== null && <OpenLink link={link} from={entry.authorName} />}
          <QuoteButton quote={quoteOf(entry)} />
        </>
      }
      over={known?.replyTo && <QuestionLine agent={entry.agent} of={known.replyTo} isAnswer={isAnswer} />}
    />
  )
}

const quoteOf = ({ text, author, authorName, message, link, ...when }: Entry): Quote => ({
  words: text,
  by: authorName,
  at: saidAtOf(when),
  agent: author.kind === 'agent' ? author.id : null,
  // A message over a link is delivered onward anyway: there is nothing to reply to.
  message: link === undefined ? message : null,
})

/** A handler answered in place of the agent, which has not read the question. */
function ByRule({ name }: { readonly name: string }) {
  return (
    <span className="muted" title={visible(`Your rule “${name}” wrote this in its place`)}>
      by your rule
    </span>
  )
}

function OpenLink({ link, from }: { readonly link: LinkId; readonly from: string }) {
  return (
    <Button
      variant="ghost"
      aria-label={`Show link that ${visible(from)}’s result crossed`}
      onClick={() => showLink(link)}
    >
      Show link
    </Button>
  )
}

const isPressing = (known: KnownMessage | null): known is KnownMessage =>
  known !== null && rankOfPriority(known.priority) > rankOfPriority(usualPriority.others)

function Arrival({ entry }: { readonly entry: Entry }) {
  const way = entry.way === undefined ? '' : wayWords[entry.way]
  return (
    <span className="num" title={entry.way && wayHints[entry.way]}>
      {sizeOf(entry.text)} · <At at={saidAtOf(entry)} />
      {way !== '' && ` · ${way}`}
    </span>
  )
}

/** For a message that expects no reply, only the sign. */
function Fate({ entry, known }: { readonly entry: Entry; readonly known: KnownMessage | null }) {
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

interface QuestionLineProps {
  readonly agent: AgentId
  readonly of: MessageId
  /** False: it only continues from that message. */
  readonly isAnswer: boolean
}

function QuestionLine({ agent, of, isAnswer }: QuestionLineProps) {
  const known = useMessage(of)
  const ticket = useTicket(isAnswer ? of : null, 'answered')
  if (!known) return null
  return (
    <p className="quoted-question">
      <span>{isAnswer ? 'to' : 'follows up on'}</span>
      <button type="button" className="clip" onClick={() => void goToMessage(agent, of)}>
        “<SafeText text={firstLineOf(known.preview)} />”
      </button>
      {ticket?.reply?.implicit && <span>· its final text</span>}
    </p>
  )
}
