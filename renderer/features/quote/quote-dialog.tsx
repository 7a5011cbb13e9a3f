import { useRef, useState, type KeyboardEvent } from 'react'
import type { MessageView } from '../../../main/contract/mail/mail-views.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { Dialog } from '../../components/dialog.tsx'
import { takeFocus } from '../../components/focus.ts'
import { visible } from '../../components/hygiene.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { SheetForm } from '../../components/sheet-form.tsx'
import { TextAreaField } from '../../components/text-area-field.tsx'
import { classes } from '../../components/classes.ts'
import { excessOf } from '../../entities/draft/send.ts'
import { errorWords } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { useAnswer } from '../../state/use-answer.ts'
import type { Panel } from '../../state/panel.ts'
import { quotation, type Quote } from '../../state/quote.ts'
import { openAgents, useMirrorList } from '../../state/store.ts'
import { newKey, select, toast, view } from '../../state/view-store.ts'
import css from './quote.module.css'

type QuotePanel = Extract<Panel, { kind: 'quote' }>

interface QuoteDialogProps {
  readonly panel: QuotePanel
  readonly onClose: () => void
}

const acts = {
  send: {
    title: 'Send to…',
    label: 'Your own words',
    hint: 'optional; put before the quotation',
    verb: 'Send',
    done: 'Sent to',
  },
  ask: {
    title: 'Ask an agent',
    label: 'Your question',
    hint: 'the answer appears in the tab of the agent',
    verb: 'Ask',
    done: 'Asked',
  },
  reply: {
    title: 'Reply',
    label: 'Your words',
    hint: 'a reply to that message, in its thread',
    verb: 'Send',
    done: 'Replied to',
  },
} as const

export function QuoteDialog({ panel: { act, quote }, onClose }: QuoteDialogProps) {
  const agents = useMirrorList(openAgents)
  const replied = act === 'reply' ? quote.message : null
  const { answer: message } = useAnswer('messages.get', replied && { id: replied })
  const [chosen, setTo] = useState<AgentId | null>(() => firstFor(act, quote.agent))
  const [words, setWords] = useState('')
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)
  const key = useRef(newKey())
  const offered = message === null ? agents : agents.filter(({ id }) => isParty(message, id))
  const usual = act === 'send' ? offered.find(({ id }) => id !== quote.agent) : undefined
  const to = offered.find(({ id }) => id === chosen) ?? usual ?? offered[0]
  const text =
    act === 'reply'
      ? words.trim()
      : [words.trim(), quotation(quote)].filter((part) => part !== '').join('\n\n')
  const lack = lackOf(act, words, to !== undefined)
  const trouble = excessOf(text) ?? problem
  const send = async () => {
    if (isSending || !to || lack !== '') return setProblem(lack)
    setSending(true)
    try {
      const more =
        act === 'ask'
          ? { expectReply: true }
          : act === 'reply' && quote.message
            ? { replyTo: quote.message }
            : {}
      await ask('messages.send', { agent: to.id, message: text, ...more, idempotencyKey: key.current })
      onClose()
      toast(`${acts[act].done} ${visible(to.name)}`, { action: { label: 'Show', run: () => select(to.id) } })
    } catch (error) {
      setProblem(errorWords(error))
      setSending(false)
    }
  }
  return (
    <Dialog title={acts[act].title} onClose={onClose}>
      <SheetForm act={acts[act].verb} problem={trouble} isSent={isSending} onSubmit={send} onClose={onClose}>
        <SelectField<AgentId | ''>
          label="To"
          value={to?.id ?? ''}
          onChange={(next) => setTo(next || null)}
          choices={offered.map(({ id, name }) => ({ value: id, name: visible(name) }))}
        />
        <TextAreaField
          label={
            <>
              {acts[act].label}
              <small>{acts[act].hint}</small>
            </>
          }
          ref={takeFocus}
          className={css.words}
          value={words}
          onChange={(typed) => {
            setWords(typed)
            setProblem('')
          }}
          onKeyDown={submitOnEnter}
        />
        <Quoted quote={quote} />
      </SheetForm>
    </Dialog>
  )
}

/** Enter sends, as in the composer. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || event.shiftKey) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

function Quoted({ quote }: { readonly quote: Quote }) {
  return (
    <figure>
      <blockquote
        className={classes('muted break-anywhere', css.quoted)}
        data-part="quoted"
        dir="auto"
        tabIndex={0}
        aria-label="What is quoted"
      >
        <SafeText text={quote.words} />
      </blockquote>
      <figcaption className={classes('small faint', css.source)}>
        <SafeText text={sourceOf(quote)} />
      </figcaption>
    </figure>
  )
}

/** The default receiver: for forwarding, an agent in a pane that is not the author; otherwise the author. */
function firstFor(act: QuotePanel['act'], by: AgentId | null): AgentId | null {
  if (act !== 'send') return by
  const shown = view.getState().panes.list.map(({ tab }) => tab)
  return shown.find((tab) => tab !== null && tab !== by) ?? null
}

const isParty = ({ to, from }: MessageView, id: AgentId): boolean =>
  to === id || (from.kind === 'agent' && from.id === id)

function lackOf(act: QuotePanel['act'], words: string, isSomebody: boolean): string {
  if (!isSomebody) return 'No other agents. Open a tab first.'
  if (act === 'ask' && words.trim() === '') return 'Enter a question.'
  return act === 'reply' && words.trim() === '' ? 'Enter a reply.' : ''
}

/** The last line of the quotation, without its marker. */
const sourceOf = (quote: QuotePanel['quote']): string =>
  quotation({ ...quote, words: 'x' })
    .split('\n')
    .at(-1)
    ?.replace(/^> \(?|\)$/g, '') ?? ''
