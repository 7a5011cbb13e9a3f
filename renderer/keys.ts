import { act } from './act.ts'
import { mirror, openAgents } from './store.ts'
import { isCovered } from './typing.ts'
import { select, show, view } from './view-store.ts'

/** The keys of the whole window; the answer ends them. */
export function followKeys(): () => void {
  document.addEventListener('keydown', press)
  return () => document.removeEventListener('keydown', press)
}

function press(event: KeyboardEvent) {
  if (event.isComposing || event.defaultPrevented || isCovered()) return
  const run = actionOf(event)
  if (!run) return
  event.preventDefault()
  run()
}

function actionOf(event: KeyboardEvent): (() => void) | null {
  const isMod = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
  const agents = openAgents(mirror.getState())
  const [, digit] = /^Digit([1-9])$/.exec(event.code) ?? []
  if (isMod && digit !== undefined) {
    const agent = agents[Number(digit) - 1]
    return agent ? () => select(agent.id) : null
  }
  // A browser keeps Mod+T for itself; the desktop shell hands it on.
  const isNew = (isMod && event.code === 'KeyT') || (event.altKey && !event.ctrlKey && event.code === 'KeyN')
  if (isNew) return () => show({ kind: 'newAgent' })
  if (event.key !== 'Escape' || event.repeat) return null
  const { selected } = view.getState()
  const agent = agents.find((one) => one.id === selected) ?? agents[0]
  return agent?.status === 'working' ? () => void act('agents.interrupt', { agent: agent.id }) : null
}
