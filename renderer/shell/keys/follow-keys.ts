import { isCovered, isField } from '../../components/focus.ts'
import { isPressed } from '../../keys/chord.ts'
import { deskNow } from '../../state/selectors.ts'
import { keyRows } from '../../keys/key-table.ts'
import { currentChords, isMac } from '../../keys/current-keys.ts'
import { windowActions, type ActionName } from './window-actions.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { mirror } from '../../state/store.ts'
import { select, show } from '../../state/view-store.ts'

/** Returns the unsubscribe function. */
export function followKeys(): () => void {
  document.addEventListener('keydown', press)
  return () => document.removeEventListener('keydown', press)
}

function press(event: KeyboardEvent) {
  if (event.defaultPrevented || isCovered()) return
  if (readByKey(event)) return event.preventDefault()
  const name = actionOf(event)
  if (name === null) return
  // Only list navigation repeats while the key is held down.
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
  // Excludes keys that a part of the window handles itself.
  return (found?.[0] ?? null) as ActionName | null
}

/** Fraction of the view; the overlap helps the user keep their place. */
const page = 0.9

/** In a composer: scrolls the transcript above it. Returns true if it handled the key. */
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

/** The new scroll position; null if the key means nothing here, or moves the caret. */
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

/** Parses `new-agent`, `go:agt-…`; null for an unknown command. */
export function commandIn(words: string): Command | null {
  const agent = /^go:(agt-[\w-]+)$/.exec(words)?.[1]
  if (agent !== undefined) return { agent: agent as AgentId }
  if (words === 'about') return { panel: words }
  const action = Object.hasOwn(actions, words) ? actions[words] : undefined
  return action === undefined ? null : { action }
}

/** Returns the unsubscribe function; undefined in a browser, which sends no commands. */
export const followCommands = (): (() => void) | undefined => window.janus?.onCommand?.(run)

function run(words: string) {
  const command = commandIn(words)
  if (command === null) return
  if ('agent' in command) {
    if (mirror.getState().agents[command.agent]?.closed === false) select(command.agent)
    // As with keys: not over an open dialog, whose text would be lost.
  } else if (isCovered()) return
  else if ('panel' in command) show({ kind: command.panel })
  else windowActions[command.action](deskNow())?.()
}
