import { useRef, useState, type ReactNode } from 'react'
import type { CardPreview, GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import { memoryHome, type HarvestCard } from '../../../main/contract/gatherings/harvests.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { Button } from '../../components/button.tsx'
import { act, errorWords } from '../../state/act.ts'
import { diffLines } from '../../components/diff-lines.ts'
import { DiffCard } from '../../components/diff.tsx'
import { visible } from '../../components/hygiene.ts'
import { firstPlainLine } from '../../components/markdown/plain-line.ts'
import { Icon, Sign } from '../../components/icon.tsx'
import { Problem } from '../../components/problem.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { ask } from '../../state/connection.ts'
import { Menu } from '../../components/menu.tsx'
import { openAgents, useMirror, useMirrorList } from '../../state/store.ts'
import { filedPath, FilePath } from './file-path.tsx'
import { classes } from '../../components/classes.ts'
import css from './harvest.module.css'

interface CardsProps {
  readonly of: GatheringView
  readonly cards: readonly HarvestCard[]
}

export function HarvestCards({ of, cards }: CardsProps) {
  if (cards.length === 0) return null
  return (
    <section aria-label="Proposed">
      <h2>
        Proposed
        {cards.some(({ state }) => state === 'proposed') && ': nothing happens until you save or give it'}
      </h2>
      {cards.map((card) => (
        <Card key={card.id} of={of} card={card} />
      ))}
    </section>
  )
}

const kinds = { todo: 'To-do', memory: 'Memory', idea: 'Idea', doc: 'Document' } as const
const icons = { todo: 'task', memory: 'file', idea: 'file', doc: 'file' } as const

interface CardProps {
  readonly of: GatheringView
  readonly card: HarvestCard
}

function Card({ of, card }: CardProps) {
  const { shown, home, problem, isBusy, look, collapse, decide, give } = useCard({ of, card })
  const files = useMirror((now) => now.status?.memoryFiles)
  // A memory goes to the gatherings' file, or to one that the folder's agents read by themselves.
  const homes = [memoryHome, ...(of.hasFolder ? (files ?? []) : [])]
  const refuse = () => void decide('refuse')
  const words = card.kind === 'doc' ? card.path : firstPlainLine(card.text)
  return (
    <article className={css.artifactCard} aria-label={visible(`${kinds[card.kind]}: ${words}`)}>
      <div className={classes('row wrap gap-5 row-gap-2', css.artifact)}>
        <Icon name={icons[card.kind]} />
        <p className="grow break-anywhere" dir="auto">
          <b>{kinds[card.kind]}</b> <SafeText text={words} />
          {card.kind === 'doc' && (
            <span className="muted">
              {' '}
              <SafeText text={firstPlainLine(card.text)} />
            </span>
          )}
        </p>
        {card.state === 'proposed' ? (
          <>
            {!shown && <DismissCard isBusy={isBusy} onRefuse={refuse} />}
            {!shown && card.kind === 'todo' && <GiveTo of={of} card={card} isBusy={isBusy} onGive={give} />}
            <Button
              variant={shown ? 'ghost' : undefined}
              aria-expanded={shown !== null}
              aria-disabled={isBusy}
              onClick={() => (shown ? collapse() : !isBusy && void look())}
            >
              {shown ? 'Collapse' : 'Review and save…'}
            </Button>
          </>
        ) : (
          <span className={classes('st', card.state !== 'refused' && 'good')}>
            <Sign of={card.state === 'refused' ? 'stop' : 'good'} />
            {card.state === 'filed' && <FiledIn of={of} card={card} path={shown?.path} />}
            {card.state === 'given' && <SafeText text={`Given to ${card.to ?? ''}`} />}
            {card.state === 'refused' && 'Dismissed'}
          </span>
        )}
      </div>
      {problem !== '' && <Problem text={problem} />}
      {shown && card.state === 'proposed' && (
        <Shown preview={shown} isBusy={isBusy} onFile={() => void decide('file')} onRefuse={refuse}>
          {card.kind === 'memory' && homes.length > 1 && (
            <SelectField
              label="Where to save it"
              value={home}
              onChange={(next) => void look(next)}
              choices={homes.map((one) => ({ value: one, name: one }))}
            />
          )}
        </Shown>
      )}
    </article>
  )
}

interface GiveProps extends CardProps {
  readonly isBusy: boolean
  readonly onGive: (agent: AgentId) => void
}

/** Sends the task as a message of the user: to the agent that the harvester named, or to another one. */
function GiveTo({ of, card, isBusy, onGive }: GiveProps) {
  const open = useMirrorList(openAgents)
  const sits = new Set([...of.seats, of.harvester].map(({ agent }) => agent))
  const members = open.filter(({ id }) => sits.has(id))
  const named = members.find(({ name }) => name.toLowerCase() === card.to?.toLowerCase())
  if (members.length === 0) return null
  if (named)
    return (
      <Button disabled={isBusy} onClick={() => onGive(named.id)}>
        <SafeText text={`Give to ${named.name}`} />
      </Button>
    )
  const items = members.map(({ id, name }) => ({ label: visible(name), run: () => onGive(id) }))
  return (
    <Menu label="Give to an agent" className="btn" items={items}>
      Give to…
    </Menu>
  )
}

interface FiledProps extends CardProps {
  readonly path: string | undefined
}

function FiledIn({ of, card, path }: FiledProps) {
  const home = useMirror((now) => now.status?.stateFolder)
  return (
    <span>
      Saved in <FilePath path={path ?? filedPath(card, of, home)} kept={of.path} />
    </span>
  )
}

interface RefuseProps {
  readonly isBusy: boolean
  readonly onRefuse: () => void
}

function DismissCard({ isBusy, onRefuse }: RefuseProps) {
  return (
    <Button variant="ghost" disabled={isBusy} onClick={onRefuse}>
      Dismiss
    </Button>
  )
}

function useCard({ of, card }: CardProps) {
  const [shown, setShown] = useState<CardPreview | null>(null)
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [home, setHome] = useState<string>(memoryHome)
  const where = (chosen: string) => (card.kind === 'memory' ? { home: chosen } : {})
  const look = async (chosen: string = home) => {
    setBusy(true)
    setProblem('')
    setHome(chosen)
    try {
      setShown(await ask('gatherings.card', { id: of.id, card: card.id, ...where(chosen) }))
    } catch (error) {
      setProblem(errorWords(error))
    }
    setBusy(false)
  }
  const decide = async (decision: 'file' | 'refuse') => {
    setBusy(true)
    const hash = decision === 'file' && shown ? { hash: shown.hash } : {}
    const isDone = await act('gatherings.file', {
      id: of.id,
      card: card.id,
      decision,
      ...hash,
      ...where(home),
    })
    // The file may have changed: load the preview again.
    if (!isDone && decision === 'file') await look()
    setBusy(false)
  }
  const give = (agent: AgentId) => {
    setBusy(true)
    void act('gatherings.file', { id: of.id, card: card.id, decision: 'give', agent }).finally(() =>
      setBusy(false),
    )
  }
  return { shown, home, problem, isBusy, look, collapse: () => setShown(null), decide, give }
}

interface ShownProps extends RefuseProps {
  readonly preview: CardPreview
  readonly onFile: () => void
  readonly children: ReactNode
}

function Shown({ preview, isBusy, onFile, onRefuse, children }: ShownProps) {
  const taken = useRef(false)
  const focusOnce = (button: HTMLButtonElement | null) => {
    if (!button || taken.current) return
    taken.current = true
    button.focus()
  }
  const isPossible = preview.problem === ''
  return (
    <div className={css.changeShown} data-part="change">
      {children}
      {isPossible ? (
        <DiffCard
          path={preview.path}
          lines={diffLines(preview.before ?? '', preview.after)}
          isNumbered={preview.before !== null}
          state={<span className="muted">{preview.before === null ? 'new file' : 'changes'}</span>}
        />
      ) : (
        <Problem text={preview.problem} />
      )}
      <div className="acts">
        {isPossible && (
          <Button ref={focusOnce} variant="primary" disabled={isBusy} onClick={onFile}>
            Save
          </Button>
        )}
        <DismissCard isBusy={isBusy} onRefuse={onRefuse} />
      </div>
    </div>
  )
}
