import type { RequestInput } from '../../../main/contract/api/requests.ts'
import { crew } from '../domain/crew.ts'
import type { Surroundings } from '../domain/janus.ts'
import type { Line, World } from '../domain/world.ts'
import type { Hand } from '../hand.ts'
import { inOrder, type StoryPlay, type Stories } from '../play.ts'
import { says, tie } from './link.ts'
import { tasks } from './said.ts'

const b = 'Builder'
const sets = (world: World, more: RequestInput<'heartbeats.set'>, name = b) =>
  world.ask('heartbeats.set', more, name)

const timers = async (world: World) => {
  await sets(world, { intent: 'anchor', note: 'back to the refresh guard', inSeconds: 270 })
  await sets(world, { intent: 'check', note: 'on revocation', inSeconds: 140, about: 'Scout' })
  const ask = 'does join-on-refresh hide a revoked family?'
  await sets(world, { intent: 'wait', note: ask, inSeconds: 200, about: 'Critic' })
}
const change = (world: World, id: string, action: RequestInput<'heartbeats.change'>['action']) =>
  world.ask('heartbeats.change', { id, action })

const everyTimer = async (world: World) => {
  const long = 'a note that goes on for longer than anybody reads, '.repeat(12)
  await timers(world)
  const [, check] = world.agent(b).heartbeats
  await change(world, check?.id ?? '', 'pause')
  await sets(world, { intent: 'wait', note: long, inSeconds: 60 })
  const frozen = {
    intent: 'check',
    note: 'whether the schema is frozen',
    inSeconds: 7_200,
    about: 'Schema',
  } as const
  const later = await world.ask('heartbeats.set', { agent: world.id(b), ...frozen })
  await change(world, later.id, 'delay')
  await sets(world, { intent: 'wait', note: 'the release', inSeconds: 604_800 })
}

/** Builder checks Critic repeatedly, until the loop guard holds its timer. */
const heldTimer = async (world: World) => {
  world.end(b)
  for (let at = 0; at < 12; at += 1) {
    await sets(world, { intent: 'check', note: 'on Critic', inSeconds: 5, about: 'Critic' })
    world.janus.clock.advance(6_000)
    await world.turn(b, ['text', 'SILENT'])
  }
}

const result =
  'Yes. Reuse of a rotated token revokes the whole family after a 10 s grace window. Two refreshes inside the window return the same pair, outside it the user is signed out everywhere. The window is per client, not per token; the sandbox does not apply it, so a test there will pass for the wrong reason.'

/** Scout and Builder are linked and have exchanged messages; Builder is in a turn. */
async function exchanges(world: World): Promise<void> {
  await crew(world)
  world.end('Scout')
  await tie(world, ['Scout', b])
  world.inView = {}
  await says(world, 'Scout', result)
  world.at(4)
  await says(world, b, 'Then I join them per client, and name the window as a constant.')
  await world.seen()
  world.at(2)
  await world.does(b, [['user', 'Make late callers join the first, and test it.']])
}

type Happens = StoryPlay['story']

const someLinks = async (world: World) => {
  const open = (members: string[], more: Partial<RequestInput<'links.open'>> = {}) =>
    world.ask('links.open', { members, ...more })
  const spent = await open([b, 'Critic', 'docs'], { mode: 'converse', budget: 1 })
  const paused = await open(['Schema', b], { mode: 'paused' })
  await open(['Scout', 'Schema'], { mode: 'absorb' })
  const lowered = await open([b, 'docs'])
  await world.ask('links.change', { id: lowered.id, mine: 'absorb' }, b)
  await says(world, 'Schema', 'The window is per client.')
  await says(world, 'Schema', 'And the sandbox has none.')
  return { spent, paused }
}
const pastLink = async (world: World) => {
  const { id } = await world.ask('links.open', { members: [b, 'Critic'] })
  await world.ask('links.close', { id })
}

/** Builder with timers and links; the side panel is open by default. */
function beside(
  happens: readonly Happens[],
  act: (hand: Hand, world: World) => Promise<unknown> = async () => {},
  { app = {}, opens = true }: { readonly app?: Surroundings; readonly opens?: boolean } = {},
): StoryPlay {
  return {
    app,
    story: inOrder(exchanges, ...happens, (world) => world.seen()),
    act: async (hand, world) => {
      if (opens) {
        await hand.click('button', 'Side panel')
        await hand.see('#side')
      }
      await act(hand, world)
    },
  }
}

/** Drags a tab onto another without dropping it. */
async function dragOnto(hand: Hand) {
  const [one, other] = [
    await hand.see('[data-part=tab]', /Critic, /),
    await hand.see('[data-part=tab]', /Schema, /),
  ]
  const at = (target: HTMLElement, type: string) => {
    const { left, top, height } = target.getBoundingClientRect()
    const place = { clientX: left + 20, clientY: top + height / 2, button: 0, pointerId: 1 }
    one.dispatchEvent(new PointerEvent(type, { ...place, bubbles: true, pointerType: 'mouse' }))
  }
  one.setPointerCapture = () => undefined
  at(one, 'pointerdown')
  at(other, 'pointermove')
  await hand.see('[data-drop=onto]')
}

const closed = { opens: false }
const background: Happens = (world) => world.fact(b, { type: 'background.changed', tasks })
const newTask: readonly Line[] = [['user', 'Write the release notes instead.']]

export const aroundPlays: Stories = {
  'side-open': beside([timers, background]),
  'side-every-timer': beside([everyTimer]),
  'stale-timers': beside([
    timers,
    (world) => {
      world.end(b)
      return world.does(b, newTask)
    },
  ]),
  'side-quiet': beside([timers, (world) => world.ask('settings.change', { quiet: true, links: false })]),
  'everything-stopped': beside([timers, (world) => world.ask('app.stop', {})]),
  'side-empty': beside([
    async (world) => {
      const [link] = world.domain.engine.state.links.values()
      await world.ask('links.close', { id: link?.id ?? '' })
    },
  ]),
  'side-links': beside([someLinks]),
  'timer-form': beside([timers], async (hand) => {
    await hand.click('#side button', 'Set timer…')
    await hand.click('dialog button', 'Wait')
    await hand.type('dialog textarea', 'the provider’s answer')
  }),
  'timer-form-wrong': beside([], async (hand) => {
    await hand.click('#side button', 'Set timer…')
    await hand.type('dialog input', 'soon')
    await hand.click('dialog button', /^Set timer$/)
  }),
  'link-to': beside([], async (hand) => {
    await hand.click('#side button', 'Link to…')
    await hand.see('dialog input')
  }),
  'side-earlier': beside([timers, pastLink]),
  'palette-links': beside([timers, someLinks, pastLink], async (hand) => {
    await hand.open({ kind: 'palette', text: 'link' })
  }),
  'tabs-arcs': beside([someLinks], undefined, closed),
  'tabs-drag-onto': beside([], dragOnto, closed),
  'tabs-arcs-beneath': beside(
    [],
    async (hand, world) => {
      await hand.see('[data-part=arcs] path')
      // Adds a section above the tabs, without changing their order.
      await world.make('Scribe')
      await world.convene('Ship on Friday?', ['Critic', 'Schema'])
      await hand.see('[data-part=tab]', /Ship on Friday/)
    },
    closed,
  ),
  'tray-timer': beside([someLinks, heldTimer], (hand) => hand.click('footer button', /needs? you/), closed),
  'timer-held': beside([heldTimer], undefined, closed),
  'mail-kept-back': beside([someLinks], (hand) => hand.click('[data-part=kept-back] button'), closed),
}
