import type { RefObject } from 'react'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { SlashCommand } from '../../../main/contract/api/views.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { useMirror } from '../../state/store.ts'
import { commandsOf } from '../../entities/agent/known-commands.ts'
import { keepDraft } from '../../state/view-store.ts'
import { Options, useOptions, type OptionList } from '../../components/options.tsx'

/** The commands that fit what is being written to an agent. */
export function useSlashCommands(agent: AgentId, text: string): OptionList<SlashCommand> {
  const known = useMirror((now) => commandsOf(now.commands, agent, now.agents))
  const begun = commandBegun(text)
  return useOptions(begun, begun === null ? [] : commandsFor(begun, known), 0)
}

/** Puts a command's name into the composer; the caret stands where its argument goes. */
export function takeCommand(
  agent: AgentId,
  command: SlashCommand,
  input: RefObject<HTMLTextAreaElement | null>,
) {
  keepDraft(agent, `/${command.name} `)
  input.current?.focus()
}

interface SlashMenuProps {
  readonly list: OptionList<SlashCommand>
  readonly onTake: (command: SlashCommand) => void
}

/** What the agent's program understands after a slash, with what each does. */
export function SlashMenu({ list, onTake }: SlashMenuProps) {
  return (
    <>
      <Options list={list} label="Commands" keyOf={(command) => command.name} onTake={onTake}>
        {(command) => (
          <>
            <span className="mono clip">
              /<SafeText text={command.name} />
              {command.argument !== '' && (
                <span className="faint">
                  {' '}
                  <SafeText text={command.argument} />
                </span>
              )}
            </span>
            <SafeText as="span" className="small muted clip" text={command.about} />
          </>
        )}
      </Options>
      <span className="vh" role="status">
        {list.isOpen && countWords(list.items.length)}
      </span>
    </>
  )
}

const countWords = (count: number) =>
  `${count === 1 ? 'One command' : `${count} commands`}. Up and down choose, Enter takes, Escape closes.`

/** What has been typed of a command's name, or null where the words do not begin with one. */
export function commandBegun(text: string): string | null {
  const [, name] = /^\/([^\s/]{0,100})$/.exec(text) ?? []
  return name ?? null
}

/** Commands by which a program speaks to itself, beside those that begin with `_`. */
const own = new Set(['workflow-launch-exec', 'list-agents'])
const isOwn = (name: string): boolean => name.startsWith('_') || own.has(name)
/** Anyone who types as much of it means it. */
const isMeant = (name: string, sought: string): boolean =>
  name.startsWith('_') ? sought.startsWith('_') : sought === name

/** The commands that fit, those that begin so first; each in the program's own order. */
export function commandsFor(begun: string, commands: readonly SlashCommand[]): readonly SlashCommand[] {
  const sought = begun.toLowerCase()
  const offered = commands.filter(({ name }) => !isOwn(name) || isMeant(name, sought))
  const named = (command: SlashCommand) => command.name.toLowerCase()
  const first = offered.filter((command) => named(command).startsWith(sought))
  const later = offered.filter(
    (command) => !named(command).startsWith(sought) && named(command).includes(sought),
  )
  return [...first, ...later].slice(0, 50)
}
