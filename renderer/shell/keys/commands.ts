import type { AgentId } from '../../../main/contract/api/model.ts'
import { windowActions, type ActionName } from './window-actions.ts'
import { mirror } from '../../state/store.ts'
import { isCovered } from '../../components/focus.ts'
import { select } from '../../state/view-store.ts'
import { deskNow } from '../../state/selectors.ts'

/** What the shell around the window may ask for, by its menu, its tray or the system's: an action, or a tab. */
type Command = { readonly action: ActionName } | { readonly agent: AgentId }

const actions: Readonly<Record<string, ActionName>> = {
  'new-agent': 'newAgent',
  'new-gathering': 'convene',
  search: 'search',
  palette: 'palette',
  settings: 'settings',
  keys: 'keys',
  'close-tab': 'close',
  'reopen-tab': 'reopen',
  'next-tab': 'nextTab',
  'previous-tab': 'previousTab',
  'next-waiting': 'nextWaiting',
  'stop-all': 'stopAll',
  'fold-list': 'tabList',
  'side-panel': 'side',
}

/** Reads a command as the shell writes it: `new-agent`, `go:agt-…`. null: this window knows no such one. */
export function commandIn(words: string): Command | null {
  const agent = /^go:(agt-[\w-]+)$/.exec(words)?.[1]
  if (agent !== undefined) return { agent: agent as AgentId }
  const action = Object.hasOwn(actions, words) ? actions[words] : undefined
  return action === undefined ? null : { action }
}

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
