import './domain/without-eval.ts'
import { bridgeTo, loseLine } from './bridge.ts'
import { World } from './domain/world.ts'
import { frame, hand } from './hand.ts'
import { hostilePlay, type Sweep } from './hostile/sweep.ts'
import { misfits, movedBy } from './misfits.ts'
import type { StoryPlay } from './play.ts'
import { plays } from './plays.ts'
import { keeper } from './states/widths.ts'
import { stopClock } from './still.ts'

/**
 * The page must be unchanged for this long before a state counts as reached, and the longest wait for that.
 * Milliseconds.
 */
const quiet = 150
const longest = 3_000

const name = new URLSearchParams(location.search).get('state')
const swept: Sweep = { views: 0, faults: [], places: new Set() }
const { hostile } = window as { hostile?: readonly string[] }
// For the tests that drive this page.
Object.assign(window, { sideways, swept, misfits })
const play = name === 'hostile' ? hostilePlay(hostile ?? ['<b>bold</b>'], swept) : plays[name ?? '']
if (play) {
  stopClock()
  open(play).then(
    () => mark('reached'),
    (error: unknown) => mark('failed', String(error)),
  )
} else list()

async function open(play: StoryPlay) {
  localStorage.clear()
  sessionStorage.clear()
  const world = new World(play.app, play.began)
  await world.look()
  await play.story(world)
  world.at(0)
  const bridge = bridgeTo(world, play)
  const main = play.wrap?.(bridge) ?? bridge
  if (play.line) loseLine(main, play.line)
  else Object.assign(window, { janus: main, moves: () => movesOf(world) })
  const { remember } = await import('../state/local-storage.ts')
  const kept = { ...play.kept, ...world.inView.kept }
  for (const [name, value] of Object.entries(kept)) remember(name, value)
  const { select, showGathering, showLink } = await import('../state/view-store.ts')
  const builder = [...world.domain.engine.state.agents.values()].find(({ agent }) => agent.name === 'Builder')
  if (!('panes' in kept)) select(world.inView.agent ?? builder?.agent.id ?? null)
  if (world.inView.link) showLink(world.inView.link)
  if (world.inView.gathering) showGathering(world.inView.gathering)
  await import('../main.tsx')
  await frame()
  await play.act?.(hand, world)
  await document.fonts.ready
  await settled()
}

/** What moves when a turn begins and ends. The turn costs nothing, since larger sums are wider. */
async function movesOf(world: World): Promise<readonly string[]> {
  return [
    ...(await movedBy(() => world.user(keeper, 'Go on.'))),
    ...(await movedBy(() => world.end(keeper, 0, 0))),
  ]
}

/** Resolves when the page no longer changes: code is highlighted when the page is idle. */
async function settled() {
  const began = performance.now()
  let last = began
  const watcher = new MutationObserver(() => void (last = performance.now()))
  watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  while (performance.now() - last < quiet && performance.now() - began < longest) await frame()
  watcher.disconnect()
}

/** Reports the result on the page, for the tests that drive it. */
function mark(how: 'reached' | 'failed', words = '') {
  document.documentElement.dataset['gallery'] = how
  if (words !== '') console.error(words)
}

/** A list of all states, to open by hand. */
function list() {
  const links = Object.keys(plays).map((state) => {
    const link = document.createElement('a')
    link.href = `?state=${encodeURIComponent(state)}`
    link.textContent = state
    const item = document.createElement('li')
    item.append(link)
    return item
  })
  const all = document.createElement('ul')
  all.append(...links)
  document.body.replaceChildren(all)
  mark('reached')
}

/** Scrolls by itself and is reachable by keyboard. */
const mayScroll = 'pre, [tabindex], input, textarea'

/** Returns what can be scrolled sideways: the page, or a part that should only scroll vertically. */
export function sideways(): readonly string[] {
  return [...document.querySelectorAll<HTMLElement>('*')].flatMap((one) => {
    const extra = one.scrollWidth - one.clientWidth
    if (extra <= 1 || one.clientWidth === 0 || one.matches(mayScroll)) return []
    const isRoot = one === document.documentElement
    if (!isRoot && !['auto', 'scroll'].includes(getComputedStyle(one).overflowX)) return []
    return [`${one.tagName.toLowerCase()}.${one.className} by ${extra} px`]
  })
}
