import type { RefObject } from 'react'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { SlashCommand } from '../../../main/contract/api/views.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { useMirror } from '../../state/store.ts'
import { commandsOf } from '../../entities/agent/known-commands.ts'
import { keepDraft } from '../../state/view-store.ts'
import { Options, useOptions, type OptionList } from '../../components/options.tsx'

export function useSlashCommands(agent: AgentId, text: string): OptionList<SlashCommand> {
  const known = useMirror((now) => commandsOf(now.commands, agent, now.agents))
  const begun = commandBegun(text)
  return useOptions(begun, begun === null ? [] : commandsFor(begun, known), 0)
}

/** Inserts a command's name; puts the caret where its argument goes. */
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

/** The typed part of a command's name; null when the text does not begin with a command. */
export function commandBegun(text: string): string | null {
  const [, name] = /^\/([^\s/]{0,100})$/.exec(text) ?? []
  return name ?? null
}

/** Internal commands of programs, beside those that begin with `_`. */
const own = new Set(['workflow-launch-exec', 'list-agents'])
const isOwn = (name: string): boolean => name.startsWith('_') || own.has(name)
/** An internal command is offered only to a user who types its name. */
const isMeant = (name: string, sought: string): boolean =>
  name.startsWith('_') ? sought.startsWith('_') : sought === name

/** Matching commands, prefix matches first; otherwise in the program's order. */
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
