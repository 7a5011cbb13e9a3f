import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ClosedTabs } from '../../entities/agent/closed-tabs.tsx'
import css from './start.module.css'
import { Button } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import { expectedAbilities } from '../../../main/contract/agents/kind-abilities.ts'
import { usualKind, type AgentKind } from '../../../main/contract/agents/kinds.ts'
import type { KindStatus } from '../../../main/contract/api/views.ts'
import { recall, remember } from '../../state/local-storage.ts'
import { mirror, useMirror } from '../../state/store.ts'
import { draftOf, keepDraft, useView, select, toast } from '../../state/view-store.ts'
import { Composer } from '../../entities/draft/composer.tsx'
import { excessOf } from '../../entities/draft/send.ts'
import { CreateFolder, FolderField } from '../../entities/folder/folder-field.tsx'
import { Check } from '../../entities/kind/check.tsx'
import { kindOf, useKind, useUsualKind } from '../../entities/kind/kind-status.ts'
import { Lacks } from '../../entities/kind/lacks.tsx'
import { hasPassedCheck } from '../../entities/kind/check-lines.ts'
import { GoOnLine } from './go-on-line.tsx'
import {
  giveFirstWords,
  createAgent,
  freshFields,
  ofKind,
  fieldsWithRole,
  type NewAgentFields,
} from './new-agent-fields.ts'
import { refusedBy, type AgentRefusal } from '../../entities/agent/refusals.ts'
import { useRefused } from '../../entities/agent/use-refused.ts'
import { SetUp } from '../../entities/agent/set-up.tsx'
import { KindPicker, ProgramLine } from '../../entities/kind/kind-choice.tsx'
import { RolePicker } from '../../entities/role/role-picker.tsx'
import { useRehearsal } from '../../state/use-rehearsal.ts'
import { errorWords } from '../../state/act.ts'
import { FaceView } from '../../entities/agent/avatar.tsx'
import { ask } from '../../state/connection.ts'

interface StartProps {
  readonly gathering: ReactNode
}

export function Start({ gathering }: StartProps) {
  return (
    <main className={css.entry} data-part="entry">
      <span className={classes('wordmark', css.corner, 'hide-60')} role="img" aria-label="Janus" />
      <div className={css.door}>
        <div className={css.inside}>
          <div className={css.over}>
            <span className="mark" aria-hidden="true" />
            <h1>Start your first agent</h1>
            <p className={css.lede}>
              Janus runs AI agents in tabs, each in a folder of yours, and lets them write to each other.
            </p>
          </div>
          <FirstWords />
          <DemoScenes gathering={gathering} />
          <ClosedTabs />
        </div>
      </div>
    </main>
  )
}

/** Key of the draft while no agent exists. */
const nobody = 'first'

/** Whether the first message waits until an agent can answer; it is sent then. Survives a reload. */
function useWaits(): readonly [boolean, (waits: boolean) => void] {
  const [waits, setWaits] = useState(() => recall('first.waits', false))
  const keep = (now: boolean) => {
    setWaits(now)
    remember('first.waits', now)
  }
  return [waits, keep]
}

/** Calls back once this kind can answer: at once, or when its last problem is fixed. */
function useOnceAnswering(kind: AgentKind, call: () => void) {
  const goOn = useEffectEvent(call)
  useEffect(() => {
    let left = false
    const look = () => {
      if (!left && hasPassedCheck(kindOf(mirror.getState().status, kind))) goOn()
    }
    queueMicrotask(look)
    const end = mirror.subscribe((now, before) => {
      if (now.status?.kinds !== before.status?.kinds) look()
    })
    return () => {
      left = true
      end()
    }
  }, [kind])
}

function FirstWords() {
  const [fields, setFields] = useState(() => freshFields(null))
  const words = useView((now) => draftOf(now, nobody).text)
  const [refused, refuse] = useRefused(fields)
  const [isSent, setSent] = useState(false)
  const problem = useKind(fields.kind)?.problem ?? null
  const [waits, setWaits] = useWaits()
  const input = useRef<HTMLTextAreaElement>(null)
  const excess = excessOf(words)
  const begin = async () => {
    if (isSent || excess !== null) return
    if (!hasPassedCheck(kindOf(mirror.getState().status, fields.kind)) && words.trim() !== '')
      return setWaits(true)
    setWaits(false)
    setSent(true)
    try {
      const id = await createAgent(fields)
      keepDraft(nobody, '')
      await giveFirstWords({ id, name: fields.name }, words)
    } catch (error) {
      refuse(refusedBy(error))
      setSent(false)
    }
  }
  useOnceAnswering(fields.kind, () => {
    if (waits) void begin()
  })
  const trouble = excess ?? refused?.words ?? ''
  const write = (text: string) => {
    keepDraft(nobody, text)
    setWaits(false)
  }
  return (
    <>
      <form
        aria-label="First agent"
        onSubmit={(event) => {
          event.preventDefault()
          void begin()
        }}
      >
        {waits && problem && <Queued line={problem.line} onCancel={() => setWaits(false)} />}
        <Composer
          draft={{ text: words, trouble, write }}
          input={input}
          problemId={problemId}
          label="Message to the first agent"
          placeholder="What should it do?"
          rows={3}
          keys={{ send: () => void begin() }}
        >
          <FirstBar
            fields={fields}
            onChange={setFields}
            canStart={!isSent && !(waits && problem !== null)}
            wrong={excess === null ? (refused?.field ?? null) : null}
          />
        </Composer>
      </form>
      {refused?.isMissing && (
        <CreateFolder
          folder={fields.cwd}
          onMade={() => {
            refuse(null)
            input.current?.focus()
          }}
        />
      )}
      {fields.kind !== usualKind && <Lacks kind={fields.kind} abilities={expectedAbilities[fields.kind]} />}
      <Check kind={fields.kind} />
      <GoOnLine kind={fields.kind} folder={fields.cwd} />
    </>
  )
}

interface QueuedProps {
  readonly line: NonNullable<KindStatus['problem']>['line']
  readonly onCancel: () => void
}

function Queued({ line, onCancel }: QueuedProps) {
  return (
    <p className={classes('row spread small muted', css.firstWaits)} role="status">
      <span>{line === 'login' ? 'Queued until you sign in' : 'Queued until the issue below is fixed'}</span>
      <Button variant="ghost" onClick={onCancel}>
        Cancel
      </Button>
    </p>
  )
}

/** The element with the error message. */
const problemId = 'first-problem'

interface FirstBarProps {
  readonly fields: NewAgentFields
  readonly onChange: (fields: NewAgentFields) => void
  readonly canStart: boolean
  /** The refused field; the error message is above the text. */
  readonly wrong: AgentRefusal['field']
}

function FirstBar({ fields, onChange, canStart, wrong }: FirstBarProps) {
  return (
    <>
      <input
        className={classes(css.bare, css.strong)}
        aria-label="Name"
        data-help="Name"
        aria-invalid={wrong === 'name'}
        aria-describedby={wrong === 'name' ? problemId : undefined}
        autoComplete="off"
        spellCheck={false}
        value={fields.name}
        onChange={(event) => onChange({ ...fields, name: event.target.value })}
      />
      <RolePicker value={fields.template} onPick={(role) => onChange(fieldsWithRole(fields, role))} />
      <KindPicker value={fields} onPick={(next) => onChange(ofKind(fields, next))} />
      {fields.kind === 'other' && (
        <ProgramLine
          className={css.bare}
          value={fields.program}
          onChange={(program) => onChange({ ...fields, program })}
          describedBy={wrong === 'kind' ? problemId : undefined}
        />
      )}
      <FolderField
        className={css.bareWith}
        value={fields.cwd}
        onChange={(cwd) => onChange({ ...fields, cwd })}
        problem={wrong === 'folder' ? problemId : undefined}
      />
      <span className={css.nextLine} />
      <SetUp kind={fields.kind} value={fields} onChange={(changed) => onChange({ ...fields, ...changed })} />
      <span className="grow" />
      <span className={css.starts}>
        <DemoButton />
        <Button type="submit" variant="primary" disabled={!canStart}>
          Start <kbd aria-hidden="true">↵</kbd>
        </Button>
      </span>
    </>
  )
}

const about = 'Two agents write to each other, answered by a built-in script: no account, no cost'

/** Renders nothing in the demo itself, or where none can be opened. */
function DemoButton() {
  const canOpen = useMirror(({ status }) => status?.canRehearse === true && !status.rehearsal)
  const { isOpening, open } = useRehearsal()
  if (!canOpen) return null
  return (
    <Button data-help={about} disabled={isOpening} onClick={open}>
      {isOpening ? 'Opening…' : 'Try the demo'}
    </Button>
  )
}

function DemoScenes({ gathering }: { readonly gathering: ReactNode }) {
  const isDemo = useMirror((now) => now.status?.rehearsal === true)
  const canAnswer = useUsualKind()?.problem === null
  if (!isDemo || !canAnswer) return null
  return (
    <>
      <Duet />
      {gathering}
    </>
  )
}

/** A prompt that the demo's script answers. */
const scene = 'Ask Scout which parts of this project have no tests.'

/** Creates the two agents and sends the first prompt. Rejects as `ask` does. */
async function begin(): Promise<void> {
  const cwd = mirror.getState().status?.defaultFolder
  const where = cwd === undefined ? {} : { cwd }
  await ask('agents.create', { name: 'Scout', role: 'looks around', ...where })
  const builder = await ask('agents.create', { name: 'Builder', role: 'builds', ...where })
  select(builder.id)
  await ask('messages.send', { agent: builder.id, message: scene })
}

function Duet() {
  const [isBegun, setBegun] = useState(false)
  const watch = async () => {
    setBegun(true)
    try {
      await begin()
    } catch (error) {
      setBegun(false)
      toast(errorWords(error), { isError: true })
    }
  }
  return (
    <section className={classes('stack gap-6', css.offer)} aria-labelledby="duet">
      <span className={css.trio}>
        <FaceView face={{ hue: 1, shape: 1, letters: 'S' }} />
        <FaceView face={{ hue: 2, shape: 2, letters: 'B' }} />
      </span>
      <div>
        <h2 id="duet">
          <b>This is the demo</b>
        </h2>
        <p className="muted">
          A built-in script answers in place of a model. Builder asks Scout something: half a minute, no
          account, no cost, and nothing leaves this computer.
        </p>
      </div>
      <Button variant="primary" disabled={isBegun} onClick={() => void watch()}>
        {isBegun ? 'Starting…' : 'Watch two agents talk'}
      </Button>
    </section>
  )
}
