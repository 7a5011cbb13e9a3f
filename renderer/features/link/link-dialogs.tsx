import { useState, useRef, type FormEvent } from 'react'
import { estimateWords } from '../../../main/contract/budget/budget-words.ts'
import { agentNameLimit, purposeLimit, usualBudget } from '../../../main/contract/api/limits.ts'
import type { LinkMode } from '../../../main/contract/links/links.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { MoreOptions } from '../../components/more-options.tsx'
import { SheetForm } from '../../components/sheet-form.tsx'
import { takeFocus } from '../../components/focus.ts'
import { InputField } from '../../components/input-field.tsx'
import { TextAreaField } from '../../components/text-area-field.tsx'
import { visible } from '../../components/hygiene.ts'
import { Name } from '../../components/safe-text.tsx'
import { Problem } from '../../components/problem.tsx'
import { useAmounts } from '../../entities/budget/use-amounts.ts'
import { LackLine } from '../../entities/kind/lacks.tsx'
import { isRemoteLink, openLink } from '../../entities/link/link-acts.ts'
import { memberName, linkModeWords, listed, linkNames, modesFor } from '../../entities/link/link-words.ts'
import { errorWords } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { nameOfPeerIn } from '../../state/peers.ts'
import { useMirror } from '../../state/store.ts'
import { WordChoice } from './mode-choice.tsx'
import type { LinkView } from '../../../main/contract/links/link-views.ts'
import { newKey } from '../../state/view-store.ts'
import { excessOf } from '../../entities/draft/send.ts'
import { classes } from '../../components/classes.ts'
import css from './link.module.css'

interface OpenLinkProps {
  readonly members: readonly [AgentId, AgentId]
  readonly onClose: () => void
}

export function OpenLinkDialog({ members, onClose }: OpenLinkProps) {
  const [mode, setMode] = useState<LinkMode>('answers')
  const [crossings, setCrossings] = useState(String(usualBudget))
  const [purpose, setPurpose] = useState('')
  const [problem, setProblem] = useState('')
  const names = useMirror((now) =>
    members
      .map((id) => visible(nameOfPeerIn(now.status?.fleet ?? null, id) || memberName(id, now.agents)))
      .join(' ⇄ '),
  )
  const machines = members.flatMap((id) => (id.includes('@') ? [id.slice(id.indexOf('@') + 1)] : []))
  const budget = Number(crossings)
  const isNumber = /^\d{1,3}$/.test(crossings.trim()) && budget >= 1 && budget <= 100
  const link = async () => {
    if (!isNumber) return setProblem('Message limit: a number from 1 to 100.')
    try {
      const words = inOneLine(purpose)
      await openLink(members, { mode, budget, ...(words === '' ? {} : { purpose: words }) })
      onClose()
    } catch (error) {
      setProblem(errorWords(error))
    }
  }
  return (
    <Dialog title={`Link ${names}`} onClose={onClose}>
      <SheetForm act="Link" problem={problem} onSubmit={link} onClose={onClose} of={takeFocus}>
        <InputField
          label={withRemark('Purpose', 'optional instruction for both')}
          dir="auto"
          maxLength={purposeLimit}
          value={purpose}
          onChange={setPurpose}
        />
        <Estimate members={members} mode={mode} budget={isNumber ? budget : null} />
        <MoreOptions summary={`${linkModeWords[mode].word}, message limit ${crossings.trim()}`}>
          <div className="field">
            <span className="label">What starts a turn</span>
            <WordChoice
              label="Mode of the link"
              words={modesFor(machines.length > 0)
                .filter((one) => one !== 'paused')
                .map((value) => ({ value, ...linkModeWords[value] }))}
              chosen={mode}
              onChoose={setMode}
            />
            <small>{linkModeWords[mode].about}.</small>
          </div>
          <InputField
            label={withRemark('Message limit', 'then it pauses until you write to a member')}
            className={classes('num', css.crossings)}
            inputMode="numeric"
            value={crossings}
            onChange={(typed) => {
              setCrossings(typed)
              setProblem('')
            }}
          />
        </MoreOptions>
        <MembersLacks members={members} />
        {machines.map((machine) => (
          <p key={machine} className="muted">
            The user of <Name name={machine} /> is asked first. Then the final message of each turn goes to
            the other machine, whose user can read them. This machine keeps the link and counts its messages.
          </p>
        ))}
      </SheetForm>
    </Dialog>
  )
}

const inOneLine = (words: string): string => words.replace(/\s+/g, ' ').trim()

/** What members can't do that matters to a link: how messages reach them, and whether their cost is known. */
function MembersLacks({ members }: Pick<OpenLinkProps, 'members'>) {
  const agents = useMirror((now) => now.agents)
  return members.map((id) => {
    const agent = agents[id]
    if (agent === undefined) return null
    const name = visible(agent.name)
    return <LackLine key={id} abilities={agent.abilities} of={['steers', 'notes', 'cost']} name={name} />
  })
}

const withRemark = (label: string, remark: string) => (
  <>
    {label}
    <small>{remark}</small>
  </>
)

interface EstimateProps {
  readonly members: readonly AgentId[]
  readonly mode: LinkMode
  readonly budget: number | null
  /** For an open link: the cost of what is left. */
  readonly isOpen?: true
}

/** Main's cost estimate; a dash until loaded. Reloads when a turn of a member was counted. */
export function Estimate({ members, mode, budget, isOpen }: EstimateProps) {
  const { isPaid } = useAmounts()
  const counted = useMirror(({ day }) => members.reduce((sum, id) => sum + (day.tabs[id]?.turns ?? 0), 0))
  // As many mentions start a turn as replies do, roughly.
  const asked = mode === 'mentions' ? 'answers' : mode
  const { answer: told } = useAnswer(
    'links.preview',
    budget === null ? null : { members: [...members], mode: asked, budget },
    counted,
  )
  const words = told === null || budget === null ? '–' : estimateWords(told, isPaid)
  return (
    <p className="field" role="status" data-part="estimate">
      <span className="label">{`What it may ${isOpen ? 'still ' : ''}${isPaid ? 'cost' : 'use'}`}</span>
      <span className="num">{words}</span>
    </p>
  )
}

interface LinkDialogProps {
  readonly link: LinkView
  readonly onClose: () => void
}

export function CloseLinkDialog({ link, onClose }: LinkDialogProps) {
  const [words, setWords] = useState('')
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)
  const key = useRef(newKey())
  const title = useMirror((now) => linkNames(link, now.agents))
  // Final messages are not sent to other machines.
  const here = isRemoteLink(link) ? [] : link.members.filter((id) => !id.includes('@'))
  const names = useMirror((now) => listed(here.map((id) => memberName(id, now.agents))))
  const trouble = excessOf(words) ?? problem
  const close = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending || excessOf(words) !== null) return
    setSending(true)
    try {
      const last = words.trim() === '' ? {} : { message: words, idempotencyKey: key.current }
      await ask('links.close', { id: link.id, ...last })
      onClose()
    } catch (error) {
      setProblem(errorWords(error))
      setSending(false)
    }
  }
  return (
    <Dialog title={`Close ${visible(title)}?`} onClose={onClose}>
      <form onSubmit={(event) => void close(event)}>
        <div className="sheet-body">
          <p>
            {isRemoteLink(link)
              ? 'Your agents will leave the link; what they have read stays. The machine that keeps the link is notified.'
              : 'No more messages will be exchanged; what was read stays. If you reopen the link, it continues with what is left of its limit.'}
          </p>
          {trouble !== '' && <Problem text={trouble} />}
          {here.length > 0 && (
            <TextAreaField
              ref={takeFocus}
              label={withRemark(
                `Closing message to ${visible(names)}`,
                'optional; the answers are not exchanged',
              )}
              className={css.lastWords}
              rows={3}
              value={words}
              onChange={(typed) => {
                setWords(typed)
                setProblem('')
                key.current = newKey()
              }}
            />
          )}
        </div>
        <footer>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" aria-disabled={isSending}>
            Close link
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

export function PurposeDialog({ link, onClose }: LinkDialogProps) {
  const [words, setWords] = useState(link.purpose?.text ?? '')
  const [name, setName] = useState(link.name ?? '')
  const [problem, setProblem] = useState('')
  const title = useMirror((now) => linkNames(link, now.agents))
  const save = async () => {
    try {
      await ask('links.change', { id: link.id, purpose: inOneLine(words), name: inOneLine(name) })
      onClose()
    } catch (error) {
      setProblem(errorWords(error))
    }
  }
  return (
    <Dialog title={`Purpose of ${visible(title)}`} onClose={onClose}>
      <SheetForm act="Save" problem={problem} onSubmit={save} onClose={onClose}>
        <TextAreaField
          ref={takeFocus}
          label={withRemark('Purpose', 'each member reads it with its next prompt')}
          rows={2}
          maxLength={purposeLimit}
          value={words}
          onChange={setWords}
        />
        <InputField
          label={withRemark('Name', 'optional; with it the link stands in the list of tabs')}
          dir="auto"
          maxLength={agentNameLimit}
          value={name}
          onChange={setName}
        />
      </SheetForm>
    </Dialog>
  )
}
