import type { FeedEvent } from '../../../main/contract/api/feed.ts'
import type { AppStatus } from '../../../main/contract/api/views.ts'
import { emptyDay } from '../../../main/contract/budget/budget.ts'
import type { Bridge } from '../../state/connection.ts'
import type { Panel } from '../../state/panel.ts'
import type { World } from '../domain/world.ts'
import { frame, type Hand } from '../hand.ts'
import type { StoryPlay } from '../play.ts'
import { hostileAnswers } from './answers.ts'
import { watch } from './audit.ts'
import {
  first,
  markedStory,
  markedViews,
  orderOf,
  sign,
  surroundings,
  tainted,
  untainted,
  type MarkedViews,
} from './story.ts'

/** The result of a sweep; `views` counts the views checked. */
export interface Sweep {
  views: number
  readonly faults: string[]
  /** Where the `marker` of `audit.ts` was shown. */
  readonly places: Set<string>
}

/** A window with only hostile text: every payload in every place, every view checked. */
export function hostilePlay(payloads: readonly string[], told: Sweep): StoryPlay {
  const shown = new HostileWindow(payloads, told)
  return {
    app: surroundings,
    began: 20,
    story: (world) => shown.open(world),
    wrap: (bridge) => shown.line(bridge),
    answers: hostileAnswers(payloads),
    act: (hand) => shown.sweep(hand),
  }
}

/** Shows every payload in every place, and checks the window after each. */
class HostileWindow {
  readonly #payloads: readonly string[]
  readonly #told: Sweep
  #audit: () => readonly string[] = () => []
  #tell: (event: FeedEvent) => void = () => {}
  #views!: MarkedViews
  #view!: typeof import('../../state/view-store.ts')

  constructor(payloads: readonly string[], told: Sweep) {
    this.#payloads = payloads
    this.#told = told
  }

  async open(world: World): Promise<void> {
    await markedStory(world)
    this.#views = await markedViews(world)
  }

  /** The domain answers for the payload of a request; feed events come only from here. */
  line(bridge: Bridge): Bridge {
    return {
      request: async (kind, input) => {
        if (kind === 'app.check') return { answer: this.#status(0, first(this.#payloads), this.#payloads) }
        const order = orderOf(input)
        const words = this.#payloads[order] ?? first(this.#payloads)
        return tainted(await bridge.request(kind, untainted(input)), order, words)
      },
      subscribe: (listener) => {
        this.#tell = listener
        queueMicrotask(() => listener({ kind: 'snapshot', view: this.#all() }))
        return () => undefined
      },
    }
  }

  async sweep(hand: Hand): Promise<void> {
    this.#view = await import('../../state/view-store.ts')
    const { select, setSide } = this.#view
    this.#audit = watch(this.#told.places)
    select(this.#agent(0, '').id)
    await hand.see('[data-part=pane]')
    await this.#look('all tabs')
    await this.#panels(hand)
    await this.#link(0, first(this.#payloads))
    await this.#gatherings(0, first(this.#payloads))
    setSide('open')
    for (const [order, words] of this.#payloads.entries())
      this.#tell({ kind: 'agent', agent: this.#agent(order, words) })
    await frame()
    await hand.click('footer button', /needs? you/)
    await this.#look('tray')
    await hand.type('textarea', '/')
    await this.#look('commands')
    // From here on one tab at a time, so that the cost does not grow with their number.
    for (const [order, words] of this.#payloads.entries()) {
      this.#tell({ kind: 'gone', agent: this.#agent(order, words).id })
      this.#shelve(order, words)
    }
    for (const [order, words] of this.#payloads.entries()) {
      this.#tell({ kind: 'status', status: this.#status(order, words, [words]) })
      await this.#look(`first screen ${words}`)
      await this.#agents(hand, order, words)
      await this.#link(order, words)
      await this.#gatherings(order, words)
      const agent = { ...this.#agent(order, words), status: 'asleep', closed: true } as const
      this.#tell({ kind: 'agent', agent })
      await this.#look(`closed ${words}`)
      this.#tell({ kind: 'gone', agent: agent.id })
    }
  }

  async #look(where: string): Promise<void> {
    await drawAll()
    this.#told.views += 1
    const faults = new Set(this.#audit())
    this.#told.faults.push(...[...faults].map((fault) => `${where}: ${fault}`))
  }

  /** A tab, a link and a gathering per payload. */
  #all() {
    const of = <T>(tell: (order: number, words: string) => T): T[] =>
      this.#payloads.map((words, order) => tell(order, words))
    const byAgent = <T>(one: T) =>
      Object.fromEntries(of((order, words) => [this.#agent(order, words).id, tainted(one, order, words)]))
    return {
      agents: of((order, words) => ({
        ...this.#agent(order, words, 1),
        status: 'idle' as const,
        trouble: null,
      })),
      links: of((order, words) => this.#linkOf(order, words)),
      gatherings: of((order, words) =>
        tainted(this.#stage(order % 2 === 0 ? 'proposed' : 'paused'), order, words),
      ),
      day: emptyDay,
      status: this.#status(0, first(this.#payloads), this.#payloads),
      drafts: byAgent({ text: sign, attachments: [] }),
      commands: byAgent(this.#payloads.map((words) => ({ name: words, about: words, argument: words }))),
    }
  }

  /** The main agent of a payload, or (`at`) one of its stopped states, with the same id. */
  #agent(order: number, words: string, at = 0) {
    const { stands } = this.#views
    return {
      ...tainted(stands[at] ?? first(stands), order, words),
      order,
      look: { hue: (order % 8) + 1, shape: (order % 8) + 1 },
    }
  }

  /** The link between this payload's agent and the next one's. */
  #linkOf(order: number, words: string) {
    const { id } = first(this.#views.stands)
    const members = [`${id}x${order}`, `${id}x${order + 1}`] as const
    const mode = order % 2 === 0 ? ('paused' as const) : ('answers' as const)
    return {
      ...tainted(this.#views.link, order, words),
      members,
      mode,
      pauseReason: 'budget' as const,
      kept: 1,
    }
  }

  #stage(state: 'proposed' | 'running' | 'paused' | 'closed') {
    return first(this.#views.gatherings.filter((one) => one.state === state))
  }

  #status(order: number, words: string, all: readonly string[]): AppStatus {
    const status = tainted(this.#views.status, order, words)
    const models = all.map((one) => ({ value: one, name: one, about: one }))
    return { ...status, kinds: status.kinds.map((kind) => ({ ...kind, models })) }
  }

  async #agents(hand: Hand, order: number, words: string): Promise<void> {
    const { select, toast } = this.#view
    const { id } = this.#agent(order, words)
    this.#tell({ kind: 'agent', agent: { ...this.#agent(order, words), status: 'idle' } })
    select(id)
    await hand.see('[data-part=pane] [data-part=turn]')
    const half = Math.ceil(words.length / 2)
    const stands = this.#views.stands.slice(0, order % 4 === 0 ? undefined : 2)
    for (const at of stands.keys()) {
      const agent = this.#agent(order, words, at)
      this.#tell({ kind: 'agent', agent })
      if (at === 0) {
        for (const of of ['thinking', 'text'] as const) {
          this.#tell({ kind: 'delta', agent: id, block: of, of, text: words.slice(0, half) })
          await frame()
          this.#tell({ kind: 'delta', agent: id, block: of, of, text: words.slice(half) })
        }
        await drawAll()
        openAll()
      }
      await this.#look(`${agent.status} ${words}`)
    }
    toast(words, { isError: true, action: { label: words, run: () => undefined } })
  }

  /** A link, open and closed, and its crossings. */
  async #link(order: number, words: string): Promise<void> {
    const link = this.#linkOf(order, words)
    const crossing = { ...this.#views.crossing, id: 'crs-0000000500' as const, n: 500 }
    this.#view.showLink(link.id)
    this.#tell({
      kind: 'rows',
      channel: { kind: 'link', id: link.id },
      rows: [tainted(crossing, order, words)],
    })
    await this.#look(`link ${words}`)
    this.#tell({ kind: 'link', link: { ...link, closed: { ...link.opened, name: words, why: words } } })
    await this.#look(`closed link ${words}`)
    this.#tell({ kind: 'link', link })
    this.#view.showLink(null)
  }

  /** Running, closed and proposed gatherings, and their rows. */
  async #gatherings(order: number, words: string): Promise<void> {
    for (const state of ['running', 'closed', ...(order % 4 === 0 ? (['proposed'] as const) : [])] as const) {
      const gathering = tainted(this.#stage(state), order, words)
      this.#view.showGathering(gathering.id)
      this.#tell({ kind: 'gathering', gathering })
      await this.#look(`${state} gathering ${words}`)
    }
    this.#view.showGathering(null)
    this.#shelve(order, words)
  }

  #shelve(order: number, words: string): void {
    for (const gathering of this.#views.gatherings)
      this.#tell({ kind: 'gathering', gathering: { ...tainted(gathering, order, words), shelved: true } })
  }

  async #panels(hand: Hand): Promise<void> {
    const agent = this.#agent(0, '')
    const message = first(agent.pending).id
    const proposal = tainted(this.#stage('proposed'), 0, '').id
    const panels: readonly Panel[] = [
      { kind: 'newAgent' },
      { kind: 'rename', agent: agent.id },
      { kind: 'role', agent: agent.id },
      { kind: 'look', agent: agent.id },
      { kind: 'agentSettings', agent: agent.id },
      { kind: 'ending', of: 'close', agent: agent.id },
      { kind: 'ending', of: 'delete', agent: agent.id },
      { kind: 'linkTo', agent: agent.id },
      { kind: 'timer', agent: agent.id },
      { kind: 'palette' },
      { kind: 'palette', text: 'ar' },
      { kind: 'convene' },
      { kind: 'convene', proposal },
      { kind: 'search', text: 'a' },
      { kind: 'keys' },
      { kind: 'message', message, from: 'x' },
      { kind: 'chain', message, agent: agent.id },
      { kind: 'thread', message },
      { kind: 'peer', machine: first(this.#payloads), id: 'agt-0000000000x0' },
      { kind: 'circle', circle: 'gat-0000000001x0@attic' },
      { kind: 'settings', text: 'fleet' },
    ]
    for (const panel of panels) {
      this.#view.show(panel)
      // Answers of main arrive a little later; a search also waits until the user stops typing.
      const until = performance.now() + 60
      while (performance.now() < until) await frame()
      const [part, words] = lateIn(panel)
      if (part !== null) await hand.see(part, words)
      await this.#look(`panel ${panel.kind}`)
      this.#view.show(null)
      await frame()
    }
  }
}

/** Renders what is far from the viewport too, as for printing. */
async function drawAll(): Promise<void> {
  await frame()
  window.dispatchEvent(new Event('beforeprint'))
  await frame()
}

/** Expands everything in the pane. */
function openAll(): void {
  for (const one of document.querySelectorAll('[data-part=pane] details')) one.setAttribute('open', '')
  const collapsed =
    '[data-part=pane] :is([data-part=sent] [aria-expanded], [data-part=receipt], [data-part=collapse] button:not(.ghost))'
  for (const one of document.querySelectorAll<HTMLElement>(collapsed)) one.click()
}

/** The element that a panel shows only after main has answered. */
function lateIn(panel: Panel): readonly [string | null, RegExp?] {
  if (panel.kind === 'search') return ['[data-part=result]']
  if (panel.kind === 'palette' && 'text' in panel) return ['[data-part=from]']
  if (panel.kind === 'convene') return ['dialog dd', /\d/]
  return panel.kind === 'thread' ? ['[data-part=thread-message]'] : [null]
}
