import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { kindTitle, kindFacts } from '../../../main/contract/agents/kinds.ts'
import type { AgentView, FolderReview } from '../../../main/contract/api/views.ts'
import { Avatar } from '../../entities/agent/avatar.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { SheetForm } from '../../components/sheet-form.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { Lacks } from '../../entities/kind/lacks.tsx'
import { visible } from '../../components/hygiene.ts'
import { Problem } from '../../components/problem.tsx'
import { ask } from '../../state/connection.ts'
import { show } from '../../state/view-store.ts'
import { FolderRow, PolicyField, TextField } from '../../entities/agent/fields.tsx'
import { SetUpRow } from '../../entities/agent/set-up.tsx'
import { refusedBy } from '../../entities/agent/refusals.ts'
import { useRefused } from '../../entities/agent/use-refused.ts'
import css from './agent-settings.module.css'
import { classes } from '../../components/classes.ts'
import type { Shared } from '../../../main/contract/fleet/machines.ts'
import { sharings } from '../../entities/machine/machine-words.ts'
import { useMirror } from '../../state/store.ts'
import type { AnchorChoice } from '../../../main/contract/timers/heartbeats.ts'
import { usualAnchorSeconds } from '../../../main/contract/api/limits.ts'
import { AnchorPrice } from '../../entities/timer/timer-row.tsx'
import type { Permission } from '../../../main/contract/api/model.ts'
import { act, errorWords } from '../../state/act.ts'
import { Icon } from '../../components/icon.tsx'
import { RefusedError } from '../../../main/contract/api/errors.ts'
import { FolderSettings, UntrustableFolder, Variables } from '../../entities/folder/brought.tsx'

interface AgentSettingsDialogProps {
  readonly agent: AgentView
  readonly onClose: () => void
}

type Settings = ReturnType<typeof settingsOf>

function settingsOf({ role, model, effort, permissionMode, policy, anchors, shared }: AgentView) {
  return { role, model, effort, permissionMode, policy, anchors, shared }
}

export function AgentSettingsDialog({ agent, onClose }: AgentSettingsDialogProps) {
  const [fields, setFields] = useState(() => settingsOf(agent))
  const [refused, refuse] = useRefused(fields)
  const change = (changed: Partial<Settings>) => setFields((now) => ({ ...now, ...changed }))
  const save = () => {
    const written = Object.entries({ ...fields, role: fields.role.trim() })
    const changed = written.filter(([name, value]) => value !== agent[name as keyof Settings])
    ask('agents.change', { agent: agent.id, ...(Object.fromEntries(changed) as Partial<Settings>) }).then(
      onClose,
      (error: unknown) => refuse(refusedBy(error)),
    )
  }
  return (
    <Dialog title={`${visible(agent.name)}’s settings`} onClose={onClose}>
      <SheetForm act="Save" problem={refused?.words ?? ''} onSubmit={save} onClose={onClose}>
        <TextField
          label="Description"
          hint="One line, seen by the other agents"
          value={fields.role}
          onChange={(role) => change({ role })}
          isFirst
        />
        <SetUpRow kind={agent.kind} value={fields} efforts={agent.abilities.efforts} onChange={change} />
        <PolicyField value={fields.policy} onChange={(policy) => change({ policy })} />
        <SharedField value={fields.shared} onChange={(shared) => change({ shared })} />
        <AnchorField agent={agent} value={fields.anchors} onChange={(anchors) => change({ anchors })} />
        <Section title="Program">
          <SafeText as="p" text={kindTitle(agent)} />
          <Lacks kind={agent.kind} abilities={agent.abilities} />
        </Section>
        <GivenRole agent={agent} />
        <Section title="Appearance">
          <LookRow agent={agent} />
        </Section>
        <Section title="Message rules">
          <div className="row gap-5">
            <p className="grow muted">{handlersWords(agent)}</p>
            <Button onClick={() => show({ kind: 'handlers', agent: agent.id })}>Message rules…</Button>
          </div>
        </Section>
        <Section title="Always allowed">
          <Permissions agent={agent} />
          {agent.abilities.addsFolders && <AddFolder agent={agent} />}
        </Section>
        <Section title="Folder">
          <FolderTrustRow agent={agent} />
        </Section>
      </SheetForm>
    </Dialog>
  )
}

function LookRow({ agent: { id, name } }: Pick<AgentSettingsDialogProps, 'agent'>) {
  return (
    <div className="row gap-5">
      <Avatar author={{ kind: 'agent', id }} name={name} />
      <Button onClick={() => show({ kind: 'look', agent: id })}>Color and shape…</Button>
    </div>
  )
}

function handlersWords({ handlers: { count, on } }: AgentView): string {
  if (count === 0) return 'None yet. Rules answer, hold or sort messages from other agents.'
  return `${count === 1 ? '1 rule' : `${count} rules`} for messages from other agents, ${on} on`
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="field">
      <h2 className="label">{title}</h2>
      {children}
    </section>
  )
}

function GivenRole({ agent }: { readonly agent: AgentView }) {
  const { template, instructions } = agent
  return (
    <Section title="Role">
      <div className="row gap-5">
        <p className="grow muted">
          {template === null ? (
            'None.'
          ) : (
            <>
              <SafeText text={template} />. Later changes to the role do not affect this agent.
            </>
          )}
        </p>
        <Button onClick={() => show({ kind: 'roles', from: agent.id })}>Save as role…</Button>
      </div>
      {instructions !== '' && (
        <details className={css.told}>
          <summary>Instructions</summary>
          <SafeText as="p" dir="auto" text={instructions} />
        </details>
      )}
    </Section>
  )
}

interface SharedFieldProps {
  readonly value: Shared
  readonly onChange: (value: Shared) => void
}

/** Returns null when no fleet is connected. */
function SharedField({ value, onChange }: SharedFieldProps) {
  const isInFleet = useMirror((now) => Boolean(now.status?.fleet))
  if (!isInFleet) return null
  const hint = sharings.find((one) => one.value === value)?.about
  return (
    <SelectField label="Other machines" value={value} onChange={onChange} choices={sharings} hint={hint} />
  )
}

interface AnchorFieldProps {
  readonly agent: AgentView
  readonly value: AnchorChoice
  readonly onChange: (value: AnchorChoice) => void
}

const words = { open: 'While in contact with others', off: 'Never automatically' } as const

function AnchorField({ agent, value, onChange }: AnchorFieldProps) {
  const usual = useMirror((now) => now.status?.settings.anchors ?? 'open')
  const held = value === 'usual' ? usual : value
  const choices = [
    { value: 'usual', name: `Default: ${words[usual].toLowerCase()}` },
    { value: 'open', name: words.open },
    { value: 'off', name: words.off },
  ] as const
  return (
    <SelectField label="Task reminders" value={value} onChange={onChange} choices={choices}>
      <small>
        {held === 'open'
          ? 'Timers that remind it of its task while it is in contact with other agents.'
          : 'None is set automatically; you and the agent can still set one.'}
      </small>
      {held === 'open' && <AnchorPrice turn={agent.usualTurn} every={usualAnchorSeconds} />}
    </SelectField>
  )
}

function Permissions({ agent }: { readonly agent: AgentView }) {
  if (agent.allowed.length === 0)
    return <p className="muted">Nothing yet. What you always allow on a permission request is listed here.</p>
  return (
    <ul className={classes('box ruled', css.permissions)}>
      {agent.allowed.map((permission) => (
        <PermissionRow
          key={`${permission.kind} ${permissionWords(permission)}`}
          agent={agent}
          permission={permission}
        />
      ))}
    </ul>
  )
}

function AddFolder({ agent }: { readonly agent: AgentView }) {
  const [folder, setFolder] = useState('')
  const [problem, setProblem] = useState('')
  const add = async () => {
    try {
      await ask('agents.addFolder', { agent: agent.id, folder: folder.trim() })
      setFolder('')
      setProblem('')
    } catch (error) {
      setProblem(errorWords(error))
    }
  }
  // Enter would save the form and lose what was typed here.
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.defaultPrevented) return
    event.preventDefault()
    if (folder.trim() !== '') void add()
  }
  return (
    <div onKeyDown={press}>
      <FolderRow
        label="Add a folder"
        hint="The agent can read and change its files from its next turn on."
        value={folder}
        onChange={setFolder}
        problem={problem}
      >
        <Button disabled={folder.trim() === ''} onClick={() => void add()}>
          Add
        </Button>
      </FolderRow>
    </div>
  )
}

/** The text by which main identifies a permission. */
const permissionWords = (permission: Permission): string =>
  permission.kind === 'rule' ? permission.rule : permission.path

function PermissionRow({
  agent,
  permission,
}: {
  readonly agent: AgentView
  readonly permission: Permission
}) {
  const words = permissionWords(permission)
  return (
    <li className="row break-anywhere">
      <Icon name={permission.kind === 'rule' ? 'tool' : 'folder'} />
      <SafeText as="span" className="mono grow" text={words} />
      <Button
        variant="ghost"
        aria-label={`Remove ${visible(words)}`}
        onClick={() => void act('agents.revoke', { agent: agent.id, permission: words })}
      >
        Remove
      </Button>
    </li>
  )
}

/** For agents that can ignore a folder's own settings. */
const standing: Readonly<Record<FolderReview['trust'], string>> = {
  plain: 'No settings of its own.',
  ask: 'Not decided: its settings are not used.',
  trusted: 'Trusted: its settings are used.',
  refused: 'Not trusted: its settings are not used.',
}

/** For agents that always use the folder's settings. */
const following: Readonly<Record<FolderReview['trust'], string>> = {
  plain: 'No settings that this agent would use.',
  ask: 'Not decided: the agent is not started here.',
  trusted: 'Trusted: the agent uses its settings.',
  refused: 'Not trusted: the agent is not started here.',
}

function FolderTrustRow({ agent }: { readonly agent: AgentView }) {
  const [look, setLook] = useState<FolderReview | null>(null)
  const [problem, setProblem] = useState('')
  const trust = look?.trust ?? agent.trust
  const isClosed = kindFacts[agent.kind].closesFolder
  const see = async () => {
    setProblem('')
    try {
      setLook(await ask('folders.look', { folder: agent.cwd, kind: agent.kind }))
    } catch (error) {
      setProblem(errorWords(error))
    }
  }
  const decide = async (hash: string, decision: 'trust' | 'refuse') => {
    try {
      setLook(await ask('folders.decide', { folder: agent.cwd, kind: agent.kind, hash, decision }))
    } catch (error) {
      if (error instanceof RefusedError && error.refusal.code === 'wrong_state') await see()
      setProblem(errorWords(error))
    }
  }
  return (
    <div className="stack">
      <p>
        <SafeText as="span" className="mono" text={agent.cwd} />
        <br />
        <span className="muted">
          {trust === null
            ? 'Checked for its own settings when the agent starts.'
            : (isClosed ? standing : following)[trust]}
        </span>
      </p>
      {look && look.files.length > 0 && <FolderSettings look={look} />}
      {look && <Variables look={look} />}
      {look && <UntrustableFolder look={look} />}
      {problem !== '' && <Problem text={problem} />}
      <div className="acts">
        {look && look.hash !== '' && look.trust !== 'trusted' && look.unclear.length === 0 && (
          <Button onClick={() => void decide(look.hash, 'trust')}>Trust</Button>
        )}
        {look && look.hash !== '' && look.trust !== 'refused' && (
          <Button onClick={() => void decide(look.hash, 'refuse')}>Don’t trust</Button>
        )}
        <Button variant={look ? 'ghost' : undefined} onClick={() => void see()}>
          {look ? 'Check again' : 'Show its settings…'}
        </Button>
      </div>
    </div>
  )
}
