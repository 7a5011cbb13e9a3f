import type { LinkView } from '../../../main/contract/links/link-views.ts'
import type { Entry } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { ago, by, noted, pending, set, status, view, type Line } from '../make.ts'
import { crossingIdOf, heartbeat, link, linkIdOf, sent } from '../make-link.ts'
import { gathering, seatsOf } from '../make-gathering.ts'
import { message, messageIdOf, sentBy, sentTo } from '../make-mail.ts'
import type { Hand } from '../hand.ts'
import type { Play, Plays } from '../play.ts'
import { moment } from '../still.ts'
import { askedLines, staleTimers } from './stale-timers.ts'
import { around, builder as idle, critic, docs, schema, scout, tasks } from './people.ts'
import { builderSaid } from './words.ts'

const seconds = (count: number) => count * 1000
const builder: AgentView = { ...idle, status: 'working', since: moment - seconds(134) }
const timers = [
  heartbeat(1, builder, 'anchor', 'back to the refresh guard', seconds(192), { every: seconds(270) }),
  heartbeat(2, builder, 'check', 'on revocation', seconds(80), {
    about: { id: scout.id, name: 'Scout' },
  }),
  heartbeat(3, builder, 'wait', 'does join-on-refresh hide a revoked family?', seconds(24), {
    about: { id: critic.id, name: 'Critic' },
    every: seconds(30),
  }),
]
const tie = link(1, [scout, builder])
const past = link(9, [builder, critic], {
  closed: { by: { kind: 'human', via: 'window' }, name: 'Mo', at: ago(9), why: '' },
})

const result =
  'Yes. Reuse of a rotated token revokes the whole family after a 10 s grace window. Two refreshes inside the window return the same pair, outside it the person is signed out everywhere. The window is per client, not per token; the sandbox does not apply it, so a test there will pass for the wrong reason.'
const note = { from: by(scout.id), fromName: 'Scout' }
const crossed = { link: linkIdOf(1), crossing: crossingIdOf(1), carriage: 'absorb' } as const
const from = (of: AgentView, count: number): Partial<Entry> => ({
  author: by(of.id),
  authorName: of.name,
  message: messageIdOf(count),
  way: 'absorbed',
  link: linkIdOf(1),
})
const told = (intent: 'anchor' | 'check' | 'wait', text: string): Line => [
  'heartbeat',
  text,
  { author: { kind: 'system' }, authorName: 'Janus', intent, turn: 'trn-aaaaaaaab2' },
]
const out = (...to: ReturnType<typeof sent>[]): Line => [
  'crossing',
  '',
  { link: linkIdOf(1), crossing: crossingIdOf(2), sent: to },
]

/** What crosses, what timers put, and what became of it, as one of the members sees it. */
const dealings: readonly Line[] = [
  ['human', 'Make late callers join the first, and test it.'],
  ['peer', result, from(scout, 1)],
  ['text', 'Then I join them per client, and name the window as a constant.'],
  out(
    sent(2, scout, { carriage: 'asked', turn: 17 }),
    sent(3, critic, { turn: 12 }),
    sent(4, schema, { state: 'queued' }),
    sent(5, docs, { state: 'written', inInput: true }),
  ),
  told(
    'check',
    'You told yourself: Scout on revocation\nScout: working since 14:01. It last said: “Reading the provider docs.” No open tickets between you.\nYou only look: write to it only if it is stuck and you can help, after a new anchor.',
  ),
  ['text', 'Scout reads on. Back to the guard.', { turn: 'trn-aaaaaaaab2' }],
  ['text', 'SILENT', { turn: 'trn-aaaaaaaab3' }],
  noted(
    { kind: 'timerDiscarded', note: 'does the sandbox apply the window?', deleted: null },
    { turn: null },
  ),
  [
    'system',
    'You are linked with "Scout" now: what answers you wakes you, the rest stands before your next prompt.\nTo speak over a link:\n1. Begin with the substance. No greeting, no praise, no acknowledgement.\n2. Say nothing again that was said.',
    { turn: null },
  ],
]
const fates = [
  message(2, 4, { state: 'answered', turn: 17, crossed: { ...crossed, carriage: 'asked' } }),
  message(3, 4, { state: 'read', turn: 12, crossed }),
  message(4, 4, { state: 'queued', turn: null, crossed }),
  message(5, 4, { state: 'written', inInput: true, turn: null, crossed }),
]

/** The builder in view with timers and links, the panel open. */
function beside(
  changes: Partial<AgentView>,
  links: readonly LinkView[] = [tie],
  more: Partial<Play> = {},
  act?: (hand: Hand) => Promise<void>,
): Play {
  return {
    view: view(around({ ...builder, ...changes }), { links }),
    selected: builder.id,
    transcripts: builderSaid(dealings),
    answers: {
      'messages.get': ({ id }) =>
        fates.find((one) => one.id === id) ??
        message(1, 9, { ...sentBy(scout), ...sentTo(builder), turn: 31, crossed }),
    },
    ...more,
    act: async (hand) => {
      await hand.click('button', 'Side panel')
      await hand.see('#side')
      await act?.(hand)
    },
  }
}

const long = 'a note that goes on for longer than anybody reads, '.repeat(12)
const everyTimer = [
  heartbeat(11, builder, 'anchor', 'back to the refresh guard', seconds(300), {
    state: 'resting',
    reason: { kind: 'rests' },
    fired: 2,
    costUsd: 0.04,
  }),
  heartbeat(12, builder, 'check', 'on revocation', 0, {
    state: 'paused',
    left: seconds(61),
    reason: { kind: 'paused' },
    about: { id: scout.id, name: 'Scout' },
  }),
  heartbeat(13, builder, 'wait', long, seconds(-4), {
    set: { by: { kind: 'system' }, name: 'Janus', at: ago(9) },
  }),
  heartbeat(14, builder, 'check', 'whether the schema is frozen', seconds(3_730), {
    set: { by: { kind: 'human', via: 'window' }, name: 'Mo', at: ago(3) },
    every: seconds(7_200),
    reason: { kind: 'delayed' },
  }),
  heartbeat(15, builder, 'wait', 'the release', seconds(200_000), { every: seconds(604_800) }),
  heartbeat(16, builder, 'check', 'on Critic', seconds(-40), {
    state: 'held',
    reason: { kind: 'inRow', count: 12 },
  }),
]

const someLinks = [
  tie,
  link(2, [builder, critic, docs], {
    mode: 'converse',
    budgetUsed: 8,
    crossings: 8,
    rests: 'budget',
    costUsd: 0.4,
  }),
  link(3, [schema, builder], { mode: 'paused', kept: 2, budgetUsed: 1, crossings: 1, costUsd: 0 }),
  link(4, [scout, schema], { mode: 'absorb', budgetUsed: 0, crossings: 0 }),
  link(5, [builder, docs], { mutedMembers: [builder.id] }),
]
const held = { ...note, state: 'held', hold: 'paused', reason: { kind: 'link', act: 'paused' } } as const

/** A dragged tab over another, without letting go. */
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

/** What stands around agents about links and timers. */
export const aroundPlays: Plays = {
  'side-open': beside({ heartbeats: timers, background: tasks }),
  'side-every-timer': beside({ heartbeats: everyTimer, needs: 'card' }),
  'stale-timers': beside({ heartbeats: staleTimers, status: 'working' }, [tie], {
    transcripts: builderSaid(askedLines),
  }),
  'side-timer-menu': beside({ heartbeats: timers }, [tie], {}, (hand) =>
    hand.click('[data-part=timer] button', 'What to do with Check'),
  ),
  'side-quiet': beside({ heartbeats: everyTimer.slice(0, 5) }, [tie], {
    view: view(around({ ...builder, heartbeats: [...timers, ...everyTimer.slice(2, 3)] }), {
      links: [{ ...tie, rests: 'off' }],
      status: status({ settings: set({ quiet: true, links: false }) }),
    }),
  }),
  'everything-stopped': beside({ heartbeats: timers }, [tie], {
    view: view(around({ ...builder, heartbeats: timers }), {
      links: [tie],
      status: status({ settings: set({ stopped: new Date(moment - 90_000).toISOString() }) }),
    }),
  }),
  'side-empty': beside({}, []),
  'side-links': beside({ heartbeats: [] }, someLinks),
  'timer-form': beside({ heartbeats: timers }, [tie], {}, async (hand) => {
    await hand.click('#side button', 'Set…')
    await hand.click('dialog button', 'Wait')
    await hand.type('dialog textarea', 'the provider’s answer')
  }),
  'timer-form-wrong': beside({}, [tie], {}, async (hand) => {
    await hand.click('#side button', 'Set…')
    await hand.type('dialog input', 'soon')
    await hand.click('dialog button', /^Set$/)
  }),
  'link-to': beside({}, [tie], {}, async (hand) => {
    await hand.click('#side button', 'Link to…')
    await hand.see('dialog input')
  }),
  'side-earlier': beside({ heartbeats: timers }, [tie, past]),
  'palette-links': beside({ heartbeats: timers }, [...someLinks, past], {}, async (hand) => {
    const { show } = await import('../../state/view-store.ts')
    show({ kind: 'palette', text: 'link' })
    await hand.see('dialog')
  }),
  'tabs-arcs': { ...beside({}, someLinks), act: async () => {} },
  'tabs-drag-onto': { ...beside({}, [tie]), act: dragOnto },
  'tabs-arcs-beneath': {
    ...beside({}, [tie]),
    act: async (hand, tell) => {
      await hand.see('[data-part=arcs] path')
      // A section above them that was not there, and no other order of the tabs.
      tell({ kind: 'gathering', gathering: gathering(1, 'Ship on Friday?', seatsOf([critic, schema])) })
      await hand.see('[data-part=tab]', /Ship on Friday/)
    },
  },
  'tray-timer': {
    ...beside({ heartbeats: everyTimer.slice(5), needs: 'card' }, someLinks),
    act: (hand) => hand.click('footer button', /1 waiting/),
  },
  'timer-held': {
    ...beside({ status: 'idle', heartbeats: everyTimer.slice(5), needs: 'card' }),
    act: async () => {},
  },
  'mail-kept-back': {
    ...beside(
      {
        pending: [
          pending(31, {
            ...held,
            preview: 'The window is per client.',
            crossed: { ...crossed, link: linkIdOf(3) },
          }),
          pending(32, {
            ...held,
            preview: 'And the sandbox has none.',
            crossed: { ...crossed, link: linkIdOf(3) },
          }),
        ],
      },
      someLinks,
    ),
    act: (hand) => hand.click('[data-part=kept-back] button'),
  },
}
