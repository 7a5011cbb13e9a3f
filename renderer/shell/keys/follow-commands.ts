import { mirror } from '../../state/store.ts'
import { isCovered } from '../../components/focus.ts'
import { select } from '../../state/view-store.ts'
import { commandIn } from './commands.ts'
import { deskNow } from '../../state/desk.ts'
import { windowActions } from './window-actions.ts'

/** Begins to hear what the shell around the window asks for; the answer ends it. A browser asks for nothing. */
export const followCommands = (): (() => void) | undefined => window.janus?.onCommand?.(run)

function run(words: string) {
  const command = commandIn(words)
  if (command === null) return
  if ('agent' in command) {
    if (mirror.getState().agents[command.agent]?.closed === false) select(command.agent)
    // Like a key: not over an open sheet, whose words would be lost.
  } else if (!isCovered()) windowActions[command.action](deskNow())?.()
}
