import { sentence } from '../../entities/gathering/gathering-words.ts'
import { closingWords, noHarvestWords } from '../../../main/contract/gatherings/closing-words.ts'
import { decisionMarkdown, withoutDecision } from '../../../main/contract/gatherings/decision-words.ts'
import { useEffect, useRef, useState } from 'react'
import type {
  GatheringView,
  HarvestLine,
  HarvestView,
} from '../../../main/contract/gatherings/gathering-views.ts'
import type { UtteranceId } from '../../../main/contract/gatherings/gatherings.ts'
import { Button } from '../../components/button.tsx'
import { visible } from '../../components/hygiene.ts'
import { Markdown } from '../../components/markdown/markdown.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { NewcomerForm, canHarvestLater } from './newcomer-form.tsx'
import { HarvestCards } from './harvest-cards.tsx'
import { NextTasks } from '../../entities/task/next-tasks.tsx'
import { PhaseSign, SeatFace, useHue, type Sitting } from '../../entities/gathering/signs.tsx'
import { classes } from '../../components/classes.ts'
import { Icon } from '../../components/icon.tsx'
import { KeyCaps } from '../../components/key-caps.tsx'
import { currentAriaKeys, isKey } from '../../keys/current-keys.ts'
import { isCovered, isField } from '../../components/focus.ts'
import { ClosedDock } from './dock.tsx'
import { GatheringLog, clearScrollTarget, useScrollTarget } from './gathering-log.tsx'
import css from './harvest.module.css'
import scrollCss from './gathering-log.module.css'

export function ClosedGathering({ of }: { readonly of: GatheringView }) {
  const hasWords = of.spoken.turns > 0
  // Without a harvest there is only the log.
  const isBare = of.harvest === null && hasWords
  const [turned, setPage] = useState<'harvest' | 'words'>('harvest')
  const aim = useScrollTarget(of.id)
  const page = isBare || aim !== null ? 'words' : turned
  const [wanted, setWanted] = useState<UtteranceId | null>(null)
  const [left, setLeft] = useState<HarvestPlace | null>(null)
  const toWords = (id: UtteranceId | null, from: HarvestPlace | null) => {
    setWanted(id)
    setLeft(from)
    setPage('words')
  }
  return (
    <>
      {isBare && (
        <div className={css.endedBare}>
          <div className={classes('col pretty', css.harvest)}>
            <HarvestHead of={of} />
            <Decided of={of} />
          </div>
        </div>
      )}
      {page === 'words' && !isBare && <BackToHarvest onBack={() => setPage('harvest')} />}
      {page === 'harvest' ? (
        <HarvestPage of={of} onJump={toWords} left={left} />
      ) : (
        <GatheringLog
          of={of}
          wanted={aim ?? wanted}
          onArrived={() => {
            setPage('words')
            setWanted(null)
            clearScrollTarget()
          }}
        />
      )}
      <ClosedDock of={of} onWords={page === 'words' || !hasWords ? null : () => toWords(null, null)} />
    </>
  )
}

function BackToHarvest({ onBack }: { readonly onBack: () => void }) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isCovered() || isField(event.target)) return
      if (!isKey('backToHarvest', event)) return
      event.preventDefault()
      onBack()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
  return (
    <div className={css.backToHarvest}>
      <div className="col">
        <Button variant="ghost" aria-keyshortcuts={currentAriaKeys('backToHarvest')} onClick={onBack}>
          <Icon name="in" />
          Back to the harvest <KeyCaps of="backToHarvest" />
        </Button>
      </div>
    </div>
  )
}

/** A source link in the harvest, as `decided 1 utt-…`. */
type HarvestPlace = string

interface HarvestProps {
  readonly of: GatheringView
  readonly onJump: (id: UtteranceId, from: HarvestPlace) => void
}

interface PageProps extends HarvestProps {
  /** The link that the user comes back from: it gets the focus. */
  readonly left: HarvestPlace | null
}

const sections = [
  ['decided', 'Decided'],
  ['open', 'Open'],
  ['dissent', 'Dissent'],
  ['next', 'Next'],
] as const

function HarvestPage({ of, onJump, left }: PageProps) {
  const { harvest } = of
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (left !== null) page.current?.querySelector<HTMLElement>(`[data-place="${CSS.escape(left)}"]`)?.focus()
  }, [left])
  const hasLines = harvest !== null && sections.some(([name]) => harvest[name].length > 0)
  return (
    <div ref={page} className="scroll" data-part="scroll" tabIndex={0} role="region" aria-label="Harvest">
      <div className={classes('col pretty', css.harvest)}>
        <HarvestHead of={of} />
        <Decided of={of} />
        {hasLines && <Sections of={of} harvest={harvest} onJump={onJump} />}
        {harvest && !hasLines && <Whole text={of.decision ? withoutDecision(harvest.text) : harvest.text} />}
        {harvest && hasLines && harvest.more.trim() !== '' && <Whole text={harvest.more} title="Other" />}
        {harvest && <HarvestCards of={of} cards={harvest.cards} />}
      </div>
    </div>
  )
}

/** The outcome with every answer; renders nothing without a decision. */
function Decided({ of: { decision } }: Pick<HarvestProps, 'of'>) {
  return decision ? (
    <Whole text={decisionMarkdown(decision)} title={decision.by === 'vote' ? 'Vote' : 'Consent'} />
  ) : null
}

function HarvestHead({ of }: { readonly of: GatheringView }) {
  const { harvest, closed } = of
  return (
    <section className={css.banner}>
      <PhaseSign of="exhale" className={scrollCss.phaseSign} />
      <div>
        <h2 className="break-anywhere" dir="auto">
          <SafeText text={of.question} />
        </h2>
        <p>
          {harvest ? (
            <>
              Harvested by <Harvester of={of} />, who read {of.harvester.given}{' '}
              {of.harvester.given === 1 ? 'statement' : 'statements'}
              {of.forkedFrom !== null && ', those before the fork included'}.{' '}
            </>
          ) : (
            <SafeText text={noHarvest(of)} />
          )}
          {closed && <SafeText text={`Closed because ${sentence(closingWords(closed, 'user'))}`} />}
        </p>
        {canHarvestLater(of) && <HarvestLater of={of} />}
      </div>
    </section>
  )
}

/** For a gathering closed without a harvest. */
function HarvestLater({ of }: { readonly of: GatheringView }) {
  const [isChoosing, setChoosing] = useState(false)
  if (isChoosing) return <NewcomerForm of={of} as="harvester" onDone={() => setChoosing(false)} />
  return <Button onClick={() => setChoosing(true)}>Harvest it now…</Button>
}

function Harvester({ of: { harvester } }: { readonly of: GatheringView }) {
  const hue = useHue({ ...harvester, number: 0, kind: 'agent' })
  return (
    <span data-hue={hue}>
      <Name name={harvester.name} pigment />
    </span>
  )
}

const noHarvest = ({ unharvested }: GatheringView) =>
  `There is no harvest${unharvested === null ? '.' : `, because ${sentence(noHarvestWords(unharvested))}`} `

interface SectionsProps extends HarvestProps {
  readonly harvest: HarvestView
}

function Sections({ of, harvest, onJump }: SectionsProps) {
  return (
    <div className={css.twoCol}>
      {sections.map(([name, title]) => (
        <section key={name} aria-label={title}>
          <h2>{title}</h2>
          <ul>
            {harvest[name].map((line, at) => (
              <Line key={at} of={of} line={line} place={`${name} ${at}`} onJump={onJump} />
            ))}
            {harvest[name].length === 0 && <li className="faint">Nothing.</li>}
          </ul>
          {name === 'next' && <NextTasks of={of} />}
        </section>
      ))}
    </div>
  )
}

interface LineProps extends HarvestProps {
  readonly line: HarvestLine
  readonly place: HarvestPlace
}

function Line({ of, line, place, onJump }: LineProps) {
  return (
    <li>
      <div className={classes('grow break-anywhere', css.line)}>
        <Markdown text={line.text} />
      </div>
      {line.isUnfounded && (
        <span className={classes('small', css.unfounded)}>No source in this gathering</span>
      )}
      <span className={css.refs}>
        {line.sources.map((one) => {
          const where = `${one.phase} ${one.round}`
          return (
            <button
              key={one.id}
              type="button"
              className={classes('inline-row gap-2 small muted', css.ref)}
              title={visible(`${one.name}, ${where}`)}
              data-place={`${place} ${one.id}`}
              onClick={() => onJump(one.id, `${place} ${one.id}`)}
            >
              <SeatFace of={seatOf(of, one.number, one.name)} size="sm" />
              <span className="vh">
                Source: <Name name={one.name} />,{' '}
              </span>
              <span className="num">{where}</span>
            </button>
          )
        })}
      </span>
    </li>
  )
}

const seatOf = (of: GatheringView, number: number, name: string): Sitting =>
  of.seats.find((seat) => seat.number === number) ?? { number, name, kind: 'agent', agent: null }

function Whole({ text, title }: { readonly text: string; readonly title?: string }) {
  return (
    <section aria-label={title ?? 'The harvest'}>
      {title !== undefined && <h2>{title}</h2>}
      <div className="prose">
        <Markdown text={text} />
      </div>
    </section>
  )
}
