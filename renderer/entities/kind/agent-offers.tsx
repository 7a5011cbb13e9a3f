import { useMemo, useState } from 'react'
import {
  searchOffers,
  type AgentOffer,
  type AgentOffers,
} from '../../../main/contract/agents/agent-offers.ts'
import { kindFacts } from '../../../main/contract/agents/kinds.ts'
import { Button } from '../../components/button.tsx'
import { focusNow } from '../../components/focus.ts'
import { Problem } from '../../components/problem.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { errorWords } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { useAnswer } from '../../state/use-answer.ts'
import type { KindDraft } from './kind-choice.tsx'
import css from './agent-offers.module.css'

interface AddProgramProps {
  readonly value: KindDraft
  readonly onPick: (next: KindDraft) => void
}

/** The public ACP registry, behind a button. A picked agent fills in the command line. */
export function AddProgram({ value, onPick }: AddProgramProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button className={css.add} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Add a program…
      </Button>
      {isOpen && <OfferList value={value} onPick={onPick} />}
    </>
  )
}

function OfferList({ value, onPick }: AddProgramProps) {
  const first = useAnswer('programs.offers', {})
  const [newer, setNewer] = useState<AgentOffers | null>(null)
  const [words, setWords] = useState('')
  const known = newer ?? first.answer
  const found = useMemo(() => searchOffers(known?.offers ?? [], words), [known, words])
  if (known === null) return first.problem === '' ? null : <Problem text={first.problem} />
  const pick = ({ kind, program }: AgentOffer) =>
    onPick(kind === 'other' ? { kind, program } : { ...value, kind })
  return (
    <section className="stack gap-3" aria-label="Agents of the ACP registry">
      <input
        ref={focusNow}
        type="search"
        className="input"
        aria-label="Search the registry"
        placeholder="Search the registry"
        maxLength={200}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        // Enter would submit the form around it.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <ul className={css.offers}>
        {found.map((offer) => (
          <Offer key={offer.id} offer={offer} isPicked={isPicked(value, offer)} onPick={() => pick(offer)} />
        ))}
      </ul>
      {found.length === 0 && <p className="small muted">No agent matches.</p>}
      <UpdateList at={known.updatedAt} onUpdated={setNewer} />
    </section>
  )
}

const isPicked = (value: KindDraft, { kind, program }: AgentOffer) =>
  kind === 'other' && value.kind === 'other' && value.program === program

interface OfferProps {
  readonly offer: AgentOffer
  readonly isPicked: boolean
  readonly onPick: () => void
}

function Offer({ offer, isPicked, onPick }: OfferProps) {
  const { name, about, version, license, page, by } = offer
  const facts = [startWords(offer), license, by === 'user' && isPicked ? page : '']
  return (
    <li>
      <button type="button" className="bare stack gap-1" aria-pressed={isPicked} onClick={onPick}>
        <SafeText as="span" className="strong" text={`${name} ${version}`} />
        {about !== '' && <SafeText as="small" className="small muted" text={about} />}
        <SafeText
          as="small"
          className="small muted break-anywhere"
          text={facts.filter((part) => part !== '').join(' · ')}
        />
      </button>
    </li>
  )
}

function startWords({ kind, by }: AgentOffer): string {
  if (kind !== 'other') return `Janus knows it as ${kindFacts[kind].name}`
  return by === 'user' ? 'Install it yourself first' : `${by} downloads it at the first start`
}

interface UpdateListProps {
  readonly at: string
  readonly onUpdated: (offers: AgentOffers) => void
}

/** Nothing is fetched before this is pressed. */
function UpdateList({ at, onUpdated }: UpdateListProps) {
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState('')
  const update = async () => {
    setAsking(true)
    setProblem('')
    try {
      onUpdated(await ask('programs.updateOffers', {}))
    } catch (error) {
      setProblem(errorWords(error))
    }
    setAsking(false)
  }
  return (
    <>
      {problem !== '' && <Problem text={problem} />}
      <p className="row wrap gap-3">
        <Button disabled={isAsking} onClick={() => void update()}>
          {isAsking ? 'Updating…' : 'Update list'}
        </Button>
        <small className="muted" role="status">
          {at === ''
            ? 'No list yet'
            : `List of ${new Date(at).toLocaleDateString('en', { dateStyle: 'medium' })}`}
        </small>
      </p>
    </>
  )
}
