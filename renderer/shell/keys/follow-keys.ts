import { isCovered, isField } from '../../components/focus.ts'
import { isPressed } from '../../keys/chord.ts'
import { deskNow } from '../../state/selectors.ts'
import { keyRows } from '../../keys/key-table.ts'
import { currentChords, isMac } from '../../keys/current-keys.ts'
import { windowActions, type ActionName } from './window-actions.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { mirror } from '../../state/store.ts'
import { select, show } from '../../state/view-store.ts'

/** Begins to hear the keys of the whole window; the answer ends it. */
export function followKeys(): () => void {
  document.addEventListener('keydown', press)
  return () => document.removeEventListener('keydown', press)
}

function press(event: KeyboardEvent) {
  if (event.defaultPrevented || isCovered()) return
  if (readByKey(event)) return event.preventDefault()
  const name = actionOf(event)
  if (name === null) return
  // Held down, a key of the list goes on stepping; everything else is meant once.
  if (event.repeat && !['nextTab', 'previousTab', 'moveUp', 'moveDown'].includes(name)) return
  const run = windowActions[name](deskNow(), event)
  if (!run) return
  event.preventDefault()
  run()
}

function actionOf(event: KeyboardEvent): ActionName | null {
  const types = isField(event.target)
  const found = keyRows.find(
    ([name, row]) =>
      (row.at ?? 'window') === 'window' &&
      currentChords(name).some(
        (chord) => !(types && row.isTyped && chord.length === 1) && isPressed(chord, event, isMac),
      ),
  )
  // Rows that a part of the window hears itself are not among them.
  return (found?.[0] ?? null) as ActionName | null
}

/** As much of the view stays in view, so that nobody loses the line. */
const page = 0.9

/** From where one writes: a key that turns the pages of the conversation above. True if this one did. */
function readByKey(event: KeyboardEvent): boolean {
  const field = event.target
  if (!(field instanceof HTMLTextAreaElement) || field.closest('[data-part=pane] [data-part=dock]') === null)
    return false
  const scroller = field.closest('[data-part=pane]')?.querySelector<HTMLElement>('[data-part=scroll]')
  if (!scroller) return false
  const top = topAfter(event, field, scroller)
  if (top === null) return false
  scroller.scrollTop = top
  return true
}

/** Where a key leads; null where it means nothing here, or something in the words themselves. */
function topAfter(event: KeyboardEvent, field: HTMLTextAreaElement, scroller: HTMLElement): number | null {
  const is = (chord: string) => isPressed(chord, event, isMac)
  const { scrollTop, clientHeight, scrollHeight } = scroller
  const isLong = field.scrollHeight > field.clientHeight + 1
  const { selectionStart, selectionEnd, value } = field
  if (is('PageUp')) return isLong ? null : scrollTop - clientHeight * page
  if (is('PageDown')) return isLong ? null : scrollTop + clientHeight * page
  if (is('Mod+Home')) return selectionEnd === 0 ? 0 : null
  if (is('Mod+End')) return selectionStart === value.length ? scrollHeight : null
  return null
}

/** What the shell around the window may ask for, by its menu, its tray or the system's: an action, or a tab. */
type Command = { readonly action: ActionName } | { readonly panel: 'about' } | { readonly agent: AgentId }

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
  'collapse-list': 'tabList',
  'side-panel': 'side',
}

/** Reads a command as the shell writes it: `new-agent`, `go:agt-…`. null: this window knows no such one. */
export function commandIn(words: string): Command | null {
  const agent = /^go:(agt-[\w-]+)$/.exec(words)?.[1]
  if (agent !== undefined) return { agent: agent as AgentId }
  if (words === 'about') return { panel: words }
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
  } else if (isCovered()) return
  else if ('panel' in command) show({ kind: command.panel })
  else windowActions[command.action](deskNow())?.()
}
