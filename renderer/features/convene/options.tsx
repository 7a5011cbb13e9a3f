import { Button } from '../../components/button.tsx'
import { useId } from 'react'
import { classes } from '../../components/classes.ts'
import { directionOf } from '../../components/direction.ts'
import { helpOf } from '../../components/help.ts'
import { InputField } from '../../components/input-field.tsx'
import { visible } from '../../components/hygiene.ts'
import { Menu, type MenuItem } from '../../components/menu.tsx'
import { MoreOptions } from '../../components/more-options.tsx'
import { Switch } from '../../components/switch.tsx'
import { structureWords } from '../../entities/gathering/gathering-words.ts'
import { seedWords } from '../../entities/gathering/plan-words.ts'
import { peerOf } from '../../state/peers.ts'
import { useMirror, allAgents, openAgents, useMirrorList } from '../../state/store.ts'
import {
  updateSeat,
  hasUser,
  type CircleDraft,
  type PartProps,
  newNames,
  type DecisionDraft,
} from './circle-draft.ts'
import { numberIn, numbers, phaseFields, typedAs, type NumberName } from './numbers.ts'
import { SeatSetup, NewKind, NewProgram, sitterWithRole } from './seat-row.tsx'
import { useSitterName } from './sitter.tsx'
import type { Circle } from './use-circle.ts'
import { hasOwnOptions, presetWord, topicOfQuestion, freeTemplateName } from './usual-circle.ts'
import { useMark, useIsWrong } from './validation.ts'
import css from './convene.module.css'
import summaryCss from './plan-summary.module.css'
import { Name } from '../../components/safe-text.tsx'
import { FaceView, useFace } from '../../entities/agent/avatar.tsx'
import { tabItems } from './participants.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { TextAreaField } from '../../components/text-area-field.tsx'

interface OptionsProps {
  readonly circle: Circle
  readonly onSaveTemplate: () => void
}

export function GatheringOptions({ circle, onSaveTemplate }: OptionsProps) {
  const { draft, change } = circle
  return (
    <MoreOptions summary={useIsSet(circle) ? 'changed' : ''}>
      <TopicField draft={draft} onChange={change} />
      <div className="field">
        <span className="label">Template</span>
        <Templates circle={circle} onSaveTemplate={onSaveTemplate} />
      </div>
      <Roles draft={draft} onChange={change} />
      <div className="field">
        <span className="label">Harvester</span>
        <HarvesterLine draft={draft} onChange={change} />
      </div>
      <section className="field" aria-label="Structure">
        <span className="label">Structure, in rounds</span>
        <div className="stack gap-1">
          {phaseFields.map((phase) => (
            <NumberField key={phase} of={phase} draft={draft} onChange={change} />
          ))}
        </div>
        <small>
          Opening: each gives their own view without answering the others. Discussion: they answer one
          another. Conclusions: what each stands behind.
        </small>
      </section>
      <section className="field" aria-label="A turn">
        <span className="label">A turn</span>
        <div className="stack gap-1">
          {(['beats', 'interval', 'grace'] as const).map((name) => (
            <NumberField key={name} of={name} draft={draft} onChange={change} />
          ))}
        </div>
        <small>{turnHint(draft)}</small>
      </section>
      <Switches draft={draft} onChange={change} />
      <DecisionField draft={draft} onChange={change} />
      <CapField value={draft.cap} onChange={(cap) => change({ cap })} />
      <div className="field">
        <span className="label">Earlier context</span>
        <small>{seedWords}</small>
      </div>
    </MoreOptions>
  )
}

function useIsSet({ draft, rhythms }: Circle): boolean {
  const agents = useMirror((now) => now.agents)
  const status = useMirror((now) => now.status)
  const agentOf = (id: keyof typeof agents) => agents[id] ?? peerOf(id, status?.fleet ?? null)?.agent
  return hasOwnOptions(draft, { rhythm: rhythms?.find(({ name }) => name === draft.rhythm), status, agentOf })
}

function TopicField({ draft, onChange }: PartProps) {
  return (
    <InputField
      label="Name"
      maxLength={120}
      dir={directionOf(draft.topic)}
      value={draft.topic}
      placeholder={topicOfQuestion(draft.question)}
      onFocus={(event) => event.target.select()}
      onChange={(topic) => onChange({ topic })}
    />
  )
}

const side = 3

function Templates({ circle, onSaveTemplate }: OptionsProps) {
  const { rhythms, draft, take } = circle
  const known = draft.proposal === null && rhythms !== null ? rhythms : []
  const own = known.slice(side)
  const chosen = own.find((one) => one.name === draft.rhythm)
  return (
    <div className={classes('row wrap', css.presets)} role="group" aria-label="Template">
      {known.slice(0, side).map((rhythm) => (
        <Button
          key={rhythm.name}
          variant="ghost"
          aria-pressed={draft.rhythm === rhythm.name}
          {...helpOf(visible(rhythm.about))}
          onClick={() => take(rhythm)}
        >
          {visible(presetWord(rhythm))}
        </Button>
      ))}
      {own.length > 0 && (
        <Menu
          label={chosen ? `Your template: ${visible(chosen.name)}` : 'More templates'}
          className={classes('btn ghost', css.own, chosen && css.chosen)}
          items={own.map((rhythm) => ({
            label: visible(presetWord(rhythm)),
            hint: <small className="num">{structureWords(rhythm.structure)}</small>,
            run: () => take(rhythm),
          }))}
        >
          <span className="clip">{chosen ? visible(presetWord(chosen)) : 'More'}</span>
        </Menu>
      )}
      <Button variant="ghost" onClick={onSaveTemplate}>
        Save as template…
      </Button>
    </div>
  )
}

function Roles({ draft, onChange }: PartProps) {
  const { seats } = draft
  const nameOf = useSitterName()
  if (seats.length === 0) return null
  return (
    <div className="field">
      <span className="label">Descriptions and models</span>
      <ol className={css.setups} aria-label="Descriptions and models">
        {seats.map((seat) => (
          <SeatSetup
            key={seat.key}
            seat={seat}
            name={nameOf(seat.who)}
            onChange={(more) => onChange({ seats: updateSeat(seats, seat.key, more) })}
          />
        ))}
      </ol>
    </div>
  )
}

function Switches({ draft, onChange }: PartProps) {
  return (
    <div className={classes('stack gap-3', summaryCss.switches)}>
      <Switch
        label="Hide opening statements until all have spoken"
        help="Seals the inhale: nobody reads what was said in a round until all have spoken"
        isOn={draft.sealed}
        onTurn={(sealed) => onChange({ sealed })}
      />
      {hasUser(draft.seats) && (
        <Switch
          label="Pause clock on my turn"
          help="It stops when your turn comes, until you resume it or speak"
          isOn={draft.holds}
          onTurn={(holds) => onChange({ holds })}
        />
      )}
    </div>
  )
}

interface CapFieldProps {
  readonly value: string
  readonly onChange: (cap: string) => void
}

function CapField({ value, onChange }: CapFieldProps) {
  const isRehearsal = useMirror((now) => now.status?.rehearsal === true)
  return (
    <InputField
      {...useMark('cap')}
      label="Limit"
      className="num"
      placeholder={isRehearsal ? 'no limit, or 60 prompts' : 'no limit, $5.00, or 60 prompts'}
      value={value}
      onChange={onChange}
      hint="It stops there and asks you."
    />
  )
}

export function turnHint({ beats, interval, grace, seats }: CircleDraft): string {
  const you = (when: string) => (hasUser(seats) ? ` You are asked ${when} ${interval} s.` : '')
  if (beats === 1)
    return `If an agent stops without passing, it is asked for last words.${you('after')} There are ${grace} s for them.`
  return `If an agent stops without passing, it is asked whether to go on.${you('every')} The last of the ${beats} reminders asks for last words and waits ${grace} s for them.`
}

interface NumberFieldProps extends PartProps {
  readonly of: NumberName
}

/** A small integer field; invalid input stays, marked, until it is corrected. */
function NumberField({ of, draft, onChange }: NumberFieldProps) {
  const id = useId()
  const mark = useMark(of)
  const { label, least, most, unit } = numbers[of]
  return (
    <div className={classes('row spread gap-5 small', summaryCss.number)}>
      <label htmlFor={id} className="muted">
        {label}
      </label>
      <span className="inline-row gap-2">
        <input
          {...mark}
          id={id}
          className={classes(summaryCss.inline, 'num')}
          type="number"
          inputMode="numeric"
          min={least}
          max={most}
          value={draft.unread[of] ?? numberIn(draft, of)}
          onChange={(event) => onChange(typedAs(draft, of, event.target.value))}
        />
        {unit !== '' && <span aria-hidden="true">{unit}</span>}
      </span>
    </div>
  )
}

function HarvesterLine({ draft, onChange }: PartProps) {
  const agents = useMirrorList(openAgents)
  const named = useMirrorList(allAgents)
  const { harvester } = draft
  const isWrong = useIsWrong('harvester')
  const name = useSitterName()(harvester)
  const face = useFace(
    harvester.kind === 'agent' ? { kind: 'agent', id: harvester.agent } : { kind: 'system' },
    name,
  )
  const isNew = harvester.kind === 'new'
  const fresh = freeTemplateName(
    'Scribe',
    named,
    newNames({ ...draft, harvester: { kind: 'new', name: '' } }),
  )
  const items: readonly MenuItem[] = [
    ...(isNew
      ? []
      : [
          {
            label: `A new agent, ${fresh}`,
            run: () => onChange({ harvester: { kind: 'new', name: fresh } }),
          },
        ]),
    ...tabItems(agents, draft, !isNew, ({ id }) => onChange({ harvester: { kind: 'agent', agent: id } })),
  ]
  return (
    <span
      className={classes('inline-row', css.harvesterLine)}
      data-field="harvester"
      data-wrong={isWrong || undefined}
    >
      <FaceView face={face} size="sm" />
      <span className="break-anywhere">
        <b className="strong">
          <Name name={name} />
        </b>
        <span className="muted">{isNew && ', a new agent,'} listens and harvests, outside the order</span>
      </span>
      {harvester.kind === 'new' && (
        <>
          <NewKind
            who={harvester}
            onChange={(next) => onChange({ harvester: next })}
            onRole={(one) => onChange({ harvester: sitterWithRole(harvester, one) })}
          />
          <NewProgram who={harvester} onChange={(next) => onChange({ harvester: next })} />
        </>
      )}
      {items.length > 0 && (
        <Menu label="Change who harvests" className="btn ghost" items={items}>
          Change
        </Menu>
      )}
    </span>
  )
}

const choices = [
  { value: 'none', name: 'None' },
  { value: 'consent', name: 'Consent' },
  { value: 'vote', name: 'Vote' },
] as const

const hints = {
  none: 'It ends with the harvest.',
  consent: 'Each seat agrees, stands aside or objects; objections open one more round of discussion.',
  vote: 'Each seat ranks the options; the Schulze method counts.',
} as const

function DecisionField({ draft, onChange }: PartProps) {
  const { decision } = draft
  const mark = useMark('options')
  const by = decision?.by ?? 'none'
  const change = (more: Partial<DecisionDraft>) =>
    onChange({ decision: { by: 'consent', alone: false, options: '', ...decision, ...more } })
  return (
    <>
      <SelectField
        label="Decision"
        value={by}
        choices={choices}
        hint={decision?.alone ? 'The others speak before; only you answer at the end.' : hints[by]}
        onChange={(next) => (next === 'none' ? onChange({ decision: null }) : change({ by: next }))}
      />
      {by === 'vote' && (
        <TextAreaField
          {...mark}
          label="Options of the vote, one per line"
          rows={3}
          value={decision?.options ?? ''}
          hint="Leave it empty to let them propose options in the conclusions."
          onChange={(options) => change({ options })}
        />
      )}
      {decision && hasUser(draft.seats) && (
        <Switch label="You decide alone" isOn={decision.alone} onTurn={(alone) => change({ alone })} />
      )}
    </>
  )
}
