import { useState, useEffect, useRef, type KeyboardEvent } from 'react'
import type { ConversationView, ResumeMode } from '../../../main/contract/folders/conversations.ts'
import { expectedAbilities } from '../../../main/contract/agents/kind-abilities.ts'
import { agentKinds, kindFacts, usualKind, type AgentKind } from '../../../main/contract/agents/kinds.ts'
import { sizeWords } from '../../../main/contract/words/size-words.ts'
import { Overlay } from '../../components/dialog.tsx'
import { visible } from '../../components/hygiene.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { ConfirmDialog } from '../../components/sure.tsx'
import { At, Since } from '../../components/time.tsx'
import { errorWords, loadErrorWords } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { select, toast } from '../../state/view-store.ts'
import { shortPath } from '../../entities/folder/short-path.ts'
import { ChoiceItem, ChoiceKeys, QueryField, useChoice, ListProblem } from './choice.tsx'
import { classes } from '../../components/classes.ts'
import css from './palette.module.css'

/** Kinds whose programs store sessions that can be resumed. */
const listing = agentKinds.filter((kind) => expectedAbilities[kind].resumesHistory !== 'no')

interface GoOnPanelProps {
  readonly of: ConversationsOf
  readonly onClose: () => void
}

/** Stored sessions of a program: Enter opens one as a tab, or goes to the tab that has it. */
export function GoOnPanel({ of: { kind: first, folder }, onClose }: GoOnPanelProps) {
  const [kind, setKind] = useState<AgentKind>(listing.includes(first) ? first : usualKind)
  const [typed, setTyped] = useState('')
  const [opening, setOpening] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const [deleting, setDeleting] = useState<ConversationView | null>(null)
  const list = useConversations({ kind, folder }, typed)
  const { items, next, goesOn } = list
  const isOriginal = goesOn === 'original'
  const open = async (conversation: ConversationView) => {
    setOpening(conversation.id)
    setProblem('')
    try {
      const { id, name } = await ask('conversations.open', {
        id: conversation.id,
        kind,
        ...(isOriginal ? { original: true } : {}),
      })
      onClose()
      select(id)
      if (conversation.tab === null)
        toast(
          `${visible(name)} continues in ${isOriginal ? 'that conversation itself' : 'a copy; the original is unchanged'}`,
        )
    } catch (error) {
      setProblem(errorWords(error))
      setOpening(null)
    }
  }
  const take = (at: number) => {
    const conversation = items[at]
    if (opening !== null) return
    if (conversation) void open(conversation)
    else list.more()
  }
  const choice = useChoice(items.length + (next === null ? 0 : 1), list.q, take)
  const chosen = items[choice.at]
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Delete' || !event.shiftKey || !chosen || !isDeletable(chosen)) return
    event.preventDefault()
    setDeleting(chosen)
  }
  const label = `Resume a ${kindFacts[kind].name} conversation`
  return (
    <>
      <Overlay label={label} className={css.palette} onClose={onClose}>
        <div className={css.q} onKeyDown={press}>
          <Icon name="talk" />
          <QueryField
            label={`Search ${kindFacts[kind].name} conversations`}
            value={typed}
            onChange={setTyped}
            choice={choice}
            maxLength={400}
          />
          <span className="faint" aria-live="polite">
            {countOf(list, opening)}
          </span>
          <KindOfList kind={kind} onPick={setKind} />
        </div>
        {isOriginal && items.length > 0 && <OriginalLine kind={kind} />}
        {problem !== '' && <ListProblem text={problem} />}
        <ul role="listbox" id={choice.listId} aria-label="Conversations" aria-busy={opening !== null}>
          {items.map((conversation, at) => (
            <ChoiceItem
              key={conversation.id}
              choice={choice}
              at={at}
              className={css.tall}
              onTake={() => take(at)}
            >
              <ConversationRow
                of={conversation}
                isOpening={opening === conversation.id}
                onDelete={() => setDeleting(conversation)}
              />
            </ChoiceItem>
          ))}
          {next !== null && <ShowMore choice={choice} at={items.length} list={list} />}
        </ul>
        <Nothing list={list} kind={kind} />
        <ChoiceKeys enter="open as a tab">{chosen && isDeletable(chosen) && <DeleteKey />}</ChoiceKeys>
      </Overlay>
      {deleting !== null && (
        <DeleteConversation
          of={deleting}
          kind={kind}
          onDeleted={() => list.drop(deleting.id)}
          onProblem={setProblem}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  )
}

interface DeleteConversationProps {
  readonly of: ConversationView
  readonly kind: AgentKind
  readonly onDeleted: () => void
  readonly onProblem: (words: string) => void
  readonly onClose: () => void
}

function DeleteConversation({ of, kind, onDeleted, onProblem, onClose }: DeleteConversationProps) {
  const remove = async () => {
    onClose()
    try {
      await ask('conversations.delete', { id: of.id, kind })
      onProblem('')
      onDeleted()
    } catch (error) {
      onProblem(errorWords(error))
    }
  }
  return (
    <ConfirmDialog
      title="Delete this conversation permanently?"
      verb="Delete permanently"
      words={`“${visible(of.title)}” is deleted from ${kindFacts[kind].name}’s conversations. This cannot be undone.`}
      isDanger
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}

interface ShowMoreProps {
  readonly choice: ReturnType<typeof useChoice>
  readonly at: number
  readonly list: ReturnType<typeof useConversations>
}

const ShowMore = ({ choice, at, list }: ShowMoreProps) => (
  <li
    id={choice.idOf(at)}
    role="option"
    aria-selected={choice.at === at}
    className={css.more}
    onClick={list.more}
  >
    {list.phase === 'reading' ? 'Reading…' : 'Show more'}
  </li>
)

interface KindOfListProps {
  readonly kind: AgentKind
  readonly onPick: (kind: AgentKind) => void
}

const KindOfList = ({ kind, onPick }: KindOfListProps) => (
  <select
    className="input"
    aria-label="Whose conversations"
    value={kind}
    onChange={(event) => onPick(event.target.value as AgentKind)}
  >
    {listing.map((one) => (
      <option key={one} value={one}>
        {kindFacts[one].name}
      </option>
    ))}
  </select>
)

/** Shown before a session is opened. */
const OriginalLine = ({ kind }: { readonly kind: AgentKind }) => (
  <p className={classes('no-shrink small muted', css.note)} role="note">
    {kindFacts[kind].name} cannot copy a conversation: the tab continues the original. If it is open
    elsewhere, close it there first.
  </p>
)

const DeleteKey = () => (
  <span>
    <kbd>⇧</kbd> <kbd>Delete</kbd> delete
  </span>
)

/** One that a tab has is deleted with its tab. */
const isDeletable = ({ canDelete, tab }: ConversationView): boolean => canDelete === true && tab === null

interface ConversationRowProps {
  readonly of: ConversationView
  readonly isOpening: boolean
  readonly onDelete: () => void
}

function ConversationRow({ of, isOpening, onDelete }: ConversationRowProps) {
  const { title, folder, turns, bytes, tab } = of
  const changedAt = Date.parse(of.changedAt)
  return (
    <div className={css.result}>
      <div className="by">
        <SafeText as="span" className="clip" text={folder === null ? 'Folder unknown' : shortPath(folder)} />
        <span className="num">
          {turns === null ? '' : `${turns === 1 ? '1 turn' : `${turns} turns`}${bytes === null ? '' : ' · '}`}
          {bytes === null ? '' : sizeWords(bytes)}
        </span>
        {tab !== null && (
          <SafeText as="span" text={tab.closed ? `Closed tab ${tab.name}` : `Tab ${tab.name}`} />
        )}
        <span className={css.age}>
          <Since at={changedAt} /> ago, <At at={changedAt} />
        </span>
        {isDeletable(of) && (
          // For the mouse; the keyboard has Shift+Delete.
          <Button
            variant="ghost"
            tabIndex={-1}
            aria-hidden
            onClick={(event) => {
              event.stopPropagation()
              onDelete()
            }}
          >
            Delete…
          </Button>
        )}
      </div>
      <span className={css.words} dir="auto">
        {isOpening ? 'Opening…' : <SafeText text={title} />}
      </span>
    </div>
  )
}

function countOf({ phase, items, next }: Conversations, opening: string | null): string {
  if (opening !== null) return 'opening'
  if (phase === 'reading' && items.length === 0) return 'reading'
  if (items.length === 0) return ''
  return items.length === 1 ? '1 conversation' : `${items.length}${next === null ? '' : '+'} conversations`
}

interface NothingProps {
  readonly list: Conversations
  readonly kind: AgentKind
}

function Nothing({ list: { phase, items, why, q }, kind }: NothingProps) {
  if (phase === 'failed') return <ListProblem text={why} />
  if (items.length > 0) return null
  // A program that has to be started first may take some seconds.
  if (phase === 'reading') return <p className={css.none}>Asking {kindFacts[kind].program}…</p>
  const nothing = q === '' ? 'No conversations yet.' : ''
  return (
    <p className={css.none}>
      {why || nothing || (
        <>
          No first words and no folder have all of “<SafeText text={q} />
          ”. What was said later is found once a conversation is open.
        </>
      )}
    </p>
  )
}

interface Conversations {
  readonly of: AgentKind | null
  readonly q: string
  readonly items: readonly ConversationView[]
  /** Cursor of the next page; null at the end. */
  readonly next: number | null
  /** Whether a tab continues a copy or the original; null until known. */
  readonly goesOn: ResumeMode | null
  readonly phase: 'reading' | 'read' | 'failed'
  /** Why there are none, or the error. */
  readonly why: string
}

/** The kind, and the folder listed first; undefined: the default. */
interface ConversationsOf {
  readonly kind: AgentKind
  readonly folder: string | undefined
}

const nothing: Conversations = {
  of: null,
  q: '',
  items: [],
  next: null,
  goesOn: null,
  phase: 'reading',
  why: '',
}

/** Debounce; ms. */
const pause = 120

interface ListActions {
  readonly more: () => void
  readonly drop: (id: string) => void
}

function useConversations(of: ConversationsOf, typed: string): Conversations & ListActions {
  const { kind, folder } = of
  const q = typed.trim()
  const [state, setState] = useState<Conversations>({ ...nothing, q })
  const asked = useRef(0)
  useEffect(() => {
    const id = ++asked.current
    const read = () => {
      setState((now) => (now.of === kind ? { ...now, phase: 'reading' } : { ...nothing, of: kind, q }))
      void page({ kind, folder }, q, null).then((found) => asked.current === id && setState(found))
    }
    const timer = setTimeout(read, q === '' ? 0 : pause)
    return () => clearTimeout(timer)
  }, [kind, folder, q])

  const more = () => {
    if (state.next === null || state.phase === 'reading') return
    const id = asked.current
    setState({ ...state, phase: 'reading' })
    void page(of, state.q, state.next).then((found) => {
      if (asked.current === id)
        setState((now) => ({ ...now, ...found, items: [...now.items, ...found.items] }))
    })
  }
  const drop = (id: string) =>
    setState((now) => {
      const items = now.items.filter((item) => item.id !== id)
      return { ...now, items, next: now.next && now.next - (now.items.length - items.length) }
    })
  // Don't offer the sessions of the previous kind while those of the new one load.
  return { ...(state.of === kind || state.of === null ? state : { ...nothing, q }), more, drop }
}

async function page(
  { kind, folder }: ConversationsOf,
  q: string,
  cursor: number | null,
): Promise<Conversations> {
  try {
    const { items, next, why, resumeMode } = await ask('conversations.list', {
      kind,
      limit: 40,
      ...(folder === undefined ? {} : { folder }),
      ...(q === '' ? {} : { q: q.slice(0, 400) }),
      ...(cursor === null ? {} : { cursor }),
    })
    return { of: kind, q, items, next, goesOn: resumeMode, phase: 'read', why: why ?? '' }
  } catch (error) {
    return {
      ...nothing,
      of: kind,
      q,
      next: cursor,
      phase: 'failed',
      why: loadErrorWords('conversations', error),
    }
  }
}
