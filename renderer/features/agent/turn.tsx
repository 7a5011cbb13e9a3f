import { memo, useMemo, type ReactNode } from 'react'
import { saidAtOf } from '../../../main/contract/api/entry-time.ts'
import type { AgentId, Author, Entry, MessageId } from '../../../main/contract/api/model.ts'
import { FaceView, useFace } from '../../entities/agent/avatar.tsx'
import { Button } from '../../components/button.tsx'
import { agentAuthor } from '../../entities/link/link-words.ts'
import { quoteAttributes } from '../../components/said-by.ts'
import { QuoteButton } from '../../entities/message/quote-button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { clockTime } from '../../components/duration.ts'
import { PathOpener } from '../../components/path-link.tsx'
import { visible } from '../../components/hygiene.ts'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import { CircleNews, Remark } from './remark.tsx'
import { usePersistentState } from '../../components/virtual-list.tsx'
import { useMirror } from '../../state/store.ts'
import { Attached } from '../../entities/attachment/attached.tsx'
import { Receipt } from '../../entities/message/receipt-view.tsx'
import type { TranscriptRow } from './rows.ts'
import { silenceState } from '../../entities/agent/said.tsx'
import { TurnPlan } from './turn-plan.tsx'
import { Blocks } from './turn-blocks.tsx'
import { SentComments, useMentionOpener } from './sent-comments.tsx'
import { useDensity } from './density.tsx'
import { TurnMenu } from './turn-acts.tsx'
import { wayWords } from '../../entities/message/receipt.ts'
import { classes } from '../../components/classes.ts'
import css from './transcript.module.css'
import { collapsedOf } from './long-text.ts'
import { ChangeCount } from '../../components/diff.tsx'
import { Icon } from '../../components/icon.tsx'
import { filesWord, turnChanges } from '../../entities/tool/change-lines.ts'
import { show } from '../../state/view-store.ts'

export interface TurnProps {
  /** Has no entries when the turn has just begun. */
  readonly row: TranscriptRow
  readonly agent: AgentId
  /** The agent works on this turn: its stream is shown at the end. */
  readonly isRunning: boolean
  /** Row to jump to, if it is in or near this turn. */
  readonly wanted: number | null
}

export const Turn = memo(function Turn({ row, agent, isRunning, wanted }: TurnProps) {
  const [first] = row.entries
  if (row.kind === 'remark' && row.entries.length > 1) return <CircleNews entries={row.entries} />
  if (row.kind === 'remark') return first && <Remark entry={first} />
  if (row.kind === 'user') {
    return (
      first && (
        <Voice
          author={first.author}
          name={first.authorName}
          n={first.n}
          at={saidAtOf(first)}
          note={noteOf(first)}
          message={first.message}
          words={first.text.trim() === '' ? null : () => first.text}
          menu={{ agent, entry: first }}
        >
          {first.comments ? (
            <SentComments agent={agent} text={first.text} comments={first.comments} />
          ) : (
            first.text.trim() !== '' && <UserWords text={first.text} n={first.n} />
          )}
          <Attached attachments={first.attachments} />
        </Voice>
      )
    )
  }
  return <AgentTurn row={row} agent={agent} isRunning={isRunning} wanted={wanted} />
})

const noteOf = ({ author, way, imported }: Entry) =>
  [
    imported ? 'imported' : '',
    author.kind === 'user' && author.via === 'api' ? 'via CLI or API' : '',
    way === undefined ? '' : wayWords[way],
  ]
    .filter((word) => word !== '')
    .join(' · ')

function AgentTurn({ row, agent, isRunning, wanted }: TurnProps) {
  const name = useMirror((now) => now.agents[agent]?.name ?? '')
  const [first] = row.entries
  const number = useMirror((now) => (first ? first.turnNumber : now.agents[agent]?.turnNumber))
  const isSaid = row.entries.some(isWords)
  const last = row.entries.findLast(({ kind }) => kind !== 'crossing') ?? row.entries.at(-1)
  const open = useMentionOpener(agent, row.entries)
  const isVerbose = useDensity() === 'verbose'
  // Usage is shown on demand: alone it would be a turn without content.
  if (!isRunning && !isVerbose && row.entries.every(({ note }) => note?.kind === 'used')) return null
  return (
    <Voice
      author={agentAuthor(agent)}
      name={name}
      n={first?.n ?? row.key}
      turnNumber={number}
      at={first?.at ?? null}
      note={first?.imported ? 'imported' : ''}
      message={null}
      words={isSaid ? () => saidIn(row) : null}
      menu={last === undefined || isRunning ? null : { agent, entry: last }}
    >
      <PathOpener value={open}>
        <Blocks row={row} agent={agent} isRunning={isRunning} wanted={wanted} />
      </PathOpener>
      <TurnPlan entries={row.entries} isRunning={isRunning} />
      {!isRunning && <TurnChangesLine row={row} agent={agent} />}
    </Voice>
  )
}

/** "Nothing to add" is not text to copy. */
const isWords = ({ kind, text }: Entry) => kind === 'text' && silenceState(text, false) === 'words'

const saidIn = (row: TranscriptRow) =>
  row.entries
    .filter(isWords)
    .map((entry) => entry.text)
    .join('\n\n')

interface VoiceProps {
  readonly author: Author
  readonly name: string
  readonly n: number
  /** Undefined except for a turn of the agent's own. */
  readonly turnNumber?: number | undefined
  readonly at: number | null
  readonly note: string
  readonly message: MessageId | null
  /** Text to copy; null while there is none. */
  readonly words: (() => string) | null
  /** Where a fork or undo would start; null while the turn runs. */
  readonly menu: { readonly agent: AgentId; readonly entry: Entry } | null
  readonly children: ReactNode
}

function Voice(props: VoiceProps) {
  const { author, name, n, at, note, message, words, menu, children } = props
  const face = useFace(author, name)
  return (
    <article
      className={css.turn}
      data-part="turn"
      data-hold="in"
      data-hue={face.hue}
      data-n={n}
      aria-posinset={n}
      aria-setsize={-1}
      data-message={message ?? undefined}
      aria-label={spokenName(props)}
      {...quoteAttributes(name, author.kind === 'agent' ? author.id : null, at)}
    >
      <div className={css.gut} data-hold="no">
        <FaceView face={face} />
      </div>
      <div className="voice" data-hold="in">
        <div className="by" data-hold="no">
          <span role="heading" aria-level={2}>
            <Name name={name} pigment />
          </span>
          {at !== null && <At at={at} />}
          {note !== '' && <span>{note}</span>}
          {message !== null && <Receipt id={message} as="quiet" isOwn={author.kind === 'user'} />}
          <span className="grow" />
          {words && (
            <>
              <CopyButton text={words} className={css.copy} label={`Copy what ${visible(name)} said`} />
              <QuoteButton
                className={css.copy}
                quote={() => ({
                  words: words(),
                  by: name,
                  at,
                  message,
                  agent: author.kind === 'agent' ? author.id : null,
                })}
              />
            </>
          )}
          {menu && <TurnMenu {...menu} name={name} className={css.copy} />}
        </div>
        {children}
      </div>
    </article>
  )
}

const spokenName = ({ name, turnNumber, at }: VoiceProps): string =>
  [
    visible(name),
    ...(turnNumber === undefined ? [] : [`turn ${turnNumber}`]),
    ...(at === null ? [] : [clockTime(at)]),
  ].join(', ')

function UserWords({ text, n }: { readonly text: string; readonly n: number }) {
  const collapsed = useMemo(() => collapsedOf(text), [text])
  const [isOpen, setOpen] = usePersistentState(`words ${n}`, false)
  const isCollapsed = collapsed !== null && !isOpen
  return (
    <div className="prose" data-part="said">
      <SafeText as="p" className="plain" dir="auto" text={isCollapsed ? collapsed.shown : text} />
      {collapsed && (
        <Button variant="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : `Show all (${collapsed.size})`}
        </Button>
      )}
    </div>
  )
}

/** `3 files, +12 −4` below a turn that changed files; opens them. */
function TurnChangesLine({ row, agent }: { readonly row: TranscriptRow; readonly agent: AgentId }) {
  const changes = useMemo(() => turnChanges(row.entries), [row])
  // Imported rows belong to no turn of this tab.
  const n = row.entries.find((entry) => entry.turn !== null && entry.tool !== null)?.n
  if (changes === null || n === undefined) return null
  const { files, added, removed } = changes
  return (
    <button
      type="button"
      className={classes('inline-row small muted', css.turnChanges)}
      data-part="turn-changes"
      onClick={() => show({ kind: 'changes', agent, span: 'turn', n })}
    >
      <Icon name="edit" />
      <span className="num">{filesWord(files)}</span>
      <ChangeCount added={added} removed={removed} />
    </button>
  )
}
