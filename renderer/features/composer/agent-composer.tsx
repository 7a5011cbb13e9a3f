import type { KeyboardEvent, RefObject } from 'react'
import { lacksAmong } from '../../../main/contract/agents/ability-words.ts'
import { isRefusing } from '../../../main/contract/app/disk.ts'
import type { AgentId, PermissionMode } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { classes } from '../../components/classes.ts'
import { goBackTo } from '../../components/focus.ts'
import { visible } from '../../components/hygiene.ts'
import { optionAria } from '../../components/options.tsx'
import { PriorityRow, RowMenu, Yields } from '../../components/priority-row.tsx'
import { useAddressees, type Addressee } from '../../entities/draft/addressees.ts'
import { Composer, toEnd, SendVerb } from '../../entities/draft/composer.tsx'
import { composerHint, sendWay, otherWay, verbOf } from '../../entities/draft/composer-words.ts'
import { useComposing } from '../../entities/draft/use-composing.ts'
import { AttachButton, AttachmentChips, unshownTo } from '../../entities/draft/attachment-chips.tsx'
import { mentionsIn, pathMention, withoutMention } from '../../entities/draft/mentions.ts'
import { toAgents, useDraft } from '../../entities/draft/send.ts'
import { useAttaching } from '../../entities/draft/use-attaching.ts'
import { dismissDigest } from '../../entities/message/follow-presence.ts'
import { editMail } from '../../entities/message/mail-acts.ts'
import { lastOwn } from '../../entities/message/mail-sections.ts'
import { currentCaps } from '../../keys/current-keys.ts'
import { useMirror, mirror } from '../../state/store.ts'
import { MentionMenu, useMentions, type Mention } from './mention-menu.tsx'
import css from './composer.module.css'
import { SlashMenu, takeCommand, useSlashCommands } from './slash-menu.tsx'
import { act } from '../../state/act.ts'
import { Icon } from '../../components/icon.tsx'
import { SafeText, Name } from '../../components/safe-text.tsx'
import { PolicyPicker } from '../../entities/agent/policies.tsx'
import { folderName } from '../../entities/folder/short-path.ts'
import { SetUp } from '../../entities/agent/set-up.tsx'
import { sentTexts, steppedTo } from '../../entities/draft/sent-before.ts'
import { kindFacts, type AgentKind } from '../../../main/contract/agents/kinds.ts'
import { announce } from '../../components/voice.ts'
import { modeHints, permissionModeWords } from '../../entities/agent/pickers.tsx'
import { IconButton, Button } from '../../components/button.tsx'
import { FaceView, useFace } from '../../entities/agent/avatar.tsx'
import { agentAuthor } from '../../entities/link/link-words.ts'
import type { Settings } from '../../../main/contract/app/settings.ts'
import { hideKeepingSpace } from '../../components/kept-place.ts'

interface ComposerProps {
  readonly agent: AgentView
  readonly input: RefObject<HTMLTextAreaElement | null>
}

export function AgentComposer({ agent, input }: ComposerProps) {
  const draft = useDraft(agent.id)
  const { text } = draft
  const commands = useSlashCommands(agent.id, text)
  const enter = useMirror((now) => now.status?.settings.enter ?? 'queue')
  const refusing = useMirror((now) => now.status?.disk.find(isRefusing)?.kind ?? null)
  const attaching = useAttaching(agent.id)
  const notes = useComposing([agent.id], text, attaching)
  const others = useAddressees(agent.id)
  const mentions = useMentions(agent, others, text, input)
  const named = mentionsIn(text, others)
  // Wait for attachments that are still being uploaded.
  const canSend = draft.canSend && attaching.coming === 0
  const send = async (isMod: boolean) => {
    if (!canSend) return
    if (await draft.send(toAgents([agent, ...named], (one) => sendWay(one, enter, isMod))))
      dismissDigest(agent.id)
    goBackTo(input.current)
  }
  const last = text === '' ? lastOwn(agent.pending) : undefined
  const editLast =
    last && (() => void editMail(agent.id, last.id).then((isThere) => isThere && toEnd(input.current)))
  const write = (words: string) => {
    draft.write(words)
    notes.typed(words)
  }
  const onKey = (event: KeyboardEvent): boolean =>
    mentions.list.press(event, (mention, by) => {
      if (by === 'Enter' && isWhole(mention, text)) return false
      mentions.take(mention)
      return true
    }) ||
    commands.press(event, (command, by) => {
      // The name is complete: Enter sends.
      if (by === 'Enter' && text === `/${command.name}`) return false
      takeCommand(agent.id, command, input)
      return true
    }) ||
    (editLast === undefined && walksHistory(event, agent.id, write))
  return (
    <Composer
      draft={{ ...draft, write }}
      input={input}
      label={`Message to ${visible(agent.name)}`}
      placeholder={composerHint(agent, enter, currentCaps('steer')[0] ?? '', refusing)}
      keys={{
        ...(editLast ? { editLast } : {}),
        send: () => void send(false),
        steer: () => void send(true),
        cycleMode: () => cycleMode(agent),
      }}
      onKey={onKey}
      onOtherKey={(event) => isTyping(event) && notes.typed()}
      onFocus={notes.onFocus}
      onPress={notes.onPress}
      onBlur={() => {
        commands.close()
        mentions.list.close()
      }}
      onCaret={mentions.moved}
      aria={mentions.list.isOpen ? optionAria(mentions.list) : optionAria(commands)}
      menu={
        <>
          <SlashMenu list={commands} onTake={(command) => takeCommand(agent.id, command, input)} />
          <MentionMenu mentions={mentions} />
        </>
      }
      above={
        <>
          <Receivers
            own={agent}
            named={named}
            onLeaveOut={(one) => {
              write(withoutMention(text, one, others))
              input.current?.focus()
            }}
          />
          <AttachmentChips
            attaching={attaching}
            unshown={unshownTo([agent, ...named], attaching.attachments)}
            input={input}
          />
        </>
      }
    >
      <PriorityRow className={classes('row gap-2', css.settings)}>
        <AttachButton onFiles={attaching.add} />
        <ComposerSettings agent={agent} />
        <Lack of={agent} />
      </PriorityRow>
      <SendButtons agent={agent} enter={enter} canSend={canSend} onSend={(isMod) => void send(isMod)} />
    </Composer>
  )
}

/** What the agent can't do, shown while messages must wait because of that. */
function Lack({ of: { status, abilities } }: { readonly of: AgentView }) {
  const lack = status === 'working' ? lacksAmong(abilities, ['steers']).join(' ') : ''
  return (
    <span className={classes(css.lack, 'clip faint')} title={lack} data-part="lack" data-elastic="">
      {lack}
    </span>
  )
}

/** The text ends with the complete name already: Enter sends. */
const isWhole = (mention: Mention, text: string): boolean =>
  mention.kind === 'agent'
    ? text.toLowerCase().endsWith(`@${mention.agent.name.toLowerCase()}`)
    : text.endsWith(`@${pathMention(mention.path)}`)

/** Keys that insert nothing count as typing too; those that do are counted by the change event. */
function isTyping({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || key.length === 1) return false
  return !['Tab', 'Shift', 'Control', 'Meta', 'Alt', 'CapsLock'].includes(key)
}

function ComposerSettings({ agent }: { readonly agent: AgentView }) {
  return (
    <>
      <SetUp
        kind={agent.kind}
        value={agent}
        efforts={agent.abilities.efforts}
        onChange={(changed) => void act('agents.change', { agent: agent.id, ...changed })}
      />
      <Yields at={2}>
        <PolicyPicker agent={agent} />
      </Yields>
      <RowMenu label="More settings of the next turn" />
      <span
        className={classes('inline-row gap-3 muted', css.folder)}
        data-yield={1}
        title={visible(agent.cwd)}
      >
        <Icon name="folder" />
        <SafeText as="span" className="clip" text={folderName(agent.cwd)} />
      </span>
    </>
  )
}

/**
 * ↑ and ↓ at an edge of the text: passes an earlier prompt to `write`. Returns true if it handled the key.
 */
function walksHistory(event: KeyboardEvent, agent: AgentId, write: (words: string) => void): boolean {
  const field = event.target
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
  const step = { ArrowUp: 'older', ArrowDown: 'newer' }[event.key] as 'older' | 'newer' | undefined
  if (step === undefined || !isPlain || !(field instanceof HTMLTextAreaElement) || !isAtEdge(field, step))
    return false
  const words = steppedTo(sentTexts(mirror.getState().logs.agent[agent]?.rows ?? []), field.value, step)
  if (words === null) return false
  event.preventDefault()
  write(words)
  return true
}

/**
 * In text of several lines the arrows move the caret first. A caret at the end counts as an edge: text was
 * just recalled.
 */
function isAtEdge({ selectionStart, selectionEnd, value }: HTMLTextAreaElement, step: 'older' | 'newer') {
  if (selectionStart !== selectionEnd) return false
  if (selectionStart === value.length) return true
  return selectionStart === 0 && (step === 'older' || !value.includes('\n'))
}

/**
 * The next permission mode, cyclic. Skips modes that do not ask the user: those must be chosen explicitly.
 */
export function nextMode(kind: AgentKind, now: PermissionMode): PermissionMode {
  const modes: readonly PermissionMode[] = kindFacts[kind].modes.filter(
    (mode) => mode !== 'bypassPermissions' && mode !== 'auto',
  )
  const at = modes.indexOf(now)
  return modes[(at + 1) % modes.length] ?? now
}

function cycleMode({ id, kind, permissionMode }: AgentView): void {
  const mode = nextMode(kind, permissionMode)
  if (mode === permissionMode) return announce('It has no other permission mode')
  void act('agents.change', { agent: id, permissionMode: mode }).then(() =>
    announce(`Permission mode: ${permissionModeWords[mode]}. ${modeHints[mode]}`),
  )
}

interface ReceiversProps {
  readonly own: Addressee
  readonly named: readonly Addressee[]
  readonly onLeaveOut: (agent: Addressee) => void
}

function Receivers({ own, named, onLeaveOut }: ReceiversProps) {
  return (
    <>
      <span className="vh" role="status">
        {named.length > 0 && `Goes to ${[own, ...named].map(({ name }) => visible(name)).join(', ')}.`}
      </span>
      {named.length > 0 && (
        <div className={classes('row small muted', css.receivers)}>
          <span aria-hidden="true">To</span>
          <ul aria-label="Goes to">
            <Receiver agent={own} />
            {named.map((agent) => (
              <Receiver key={agent.id} agent={agent} onLeaveOut={() => onLeaveOut(agent)} />
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function Receiver({ agent, onLeaveOut }: { readonly agent: Addressee; readonly onLeaveOut?: () => void }) {
  const face = useFace(agentAuthor(agent.id), agent.name)
  return (
    <li className={classes('inline-row gap-3', css.receiver)} data-hue={face.hue}>
      <FaceView face={face} size="sm" />
      <span className="clip">
        <Name name={agent.name} pigment />
      </span>
      {onLeaveOut && (
        <IconButton
          icon="x"
          aria-label={`Do not write to ${visible(agent.name)}`}
          title="Only mentioned: it gets no message"
          onClick={onLeaveOut}
        />
      )}
    </li>
  )
}

interface SendButtonsProps {
  readonly agent: AgentView
  readonly enter: Settings['enter']
  readonly canSend: boolean
  readonly onSend: (isMod: boolean) => void
}

/**
 * While the agent works: both ways to send, and Interrupt. Hidden buttons keep their place, so that nothing
 * moves.
 */
function SendButtons({ agent, enter, canSend, onSend }: SendButtonsProps) {
  const isWorking = agent.status === 'working'
  const [mod = '', key = ''] = currentCaps('steer')
  return (
    <PriorityRow className={classes('row gap-2 no-shrink', css.send)}>
      <InterruptButton agent={agent} isShown={isWorking} />
      <Button
        variant="ghost"
        style={hideKeepingSpace(isWorking)}
        aria-disabled={!canSend}
        onClick={() => onSend(true)}
      >
        {verbOf(otherWay(enter))}{' '}
        <kbd aria-hidden="true" data-yield={1}>
          {mod} {key}
        </kbd>
      </Button>
      <Button variant="primary" aria-disabled={!canSend} onClick={() => onSend(false)}>
        <SendVerb verb={verbOf(sendWay(agent, enter, false))} />{' '}
        <kbd aria-hidden="true" data-yield={3}>
          ↵
        </kbd>
      </Button>
    </PriorityRow>
  )
}

function InterruptButton({ agent, isShown }: { readonly agent: AgentView; readonly isShown: boolean }) {
  // While a card is open, the key goes to the card.
  const isByKey = agent.cards.length === 0
  return (
    <Button
      variant="ghost"
      style={hideKeepingSpace(isShown)}
      data-help="Interrupt"
      aria-keyshortcuts={isByKey ? 'Escape' : undefined}
      onClick={() => void act('agents.interrupt', { agent: agent.id })}
    >
      <Icon name="stop" />
      <span className="vh">Interrupt</span>{' '}
      <kbd aria-hidden="true" data-yield={2} style={hideKeepingSpace(isByKey && isShown)}>
        Esc
      </kbd>
    </Button>
  )
}
