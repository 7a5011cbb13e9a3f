import { beforeEach, expect, it } from 'vitest'
import type { TimelineFact } from '../../../contract/history/timeline-entries.ts'
import type { TimelineQuery } from '../../../ports/ports.ts'
import { agentId, makeAgent, makeLink, makeGathering, makeTurn } from '../../factories/factories.ts'
import { wholeTimeline, makeTimelineEntry, timelineEntryRow } from '../../factories/timeline-entries.ts'
import type { StoreInHand } from './store-reading.ts'

const link = makeLink(1).id
const gathering = makeGathering(1).id
const crossed: TimelineFact = { kind: 'link', did: 'opened', link, mode: 'answers' }
const convened: TimelineFact = { kind: 'gathering', did: 'convened', gathering }

export function timelineSuite({ store, reopen }: StoreInHand): void {
  const found = (of: Partial<TimelineQuery>, before: number | null = null, limit = 100): string[] =>
    store()
      .timeline({ ...wholeTimeline, ...of }, before, limit)
      .map(({ id }) => id.replace('entry ', ''))
  beforeEach(() => {
    store().commit([
      timelineEntryRow(makeTimelineEntry(1, { text: 'Which boats sail?' })),
      timelineEntryRow(
        makeTimelineEntry(2, { agents: [agentId(3)], link, fact: crossed, text: 'the ferry sails at nine' }),
      ),
      timelineEntryRow(
        makeTimelineEntry(3, {
          agents: [agentId(2), agentId(3)],
          gathering,
          fact: convened,
          text: 'Ferries',
        }),
      ),
    ])
    store().commit([timelineEntryRow(makeTimelineEntry(4, { owner: agentId(4), agents: [agentId(4)] }))])
  })

  it('gives entries in the order in which they were committed, as they were, over a restart', () => {
    for (const again of [() => undefined, reopen]) {
      again()
      expect(found({})).toEqual(['1', '2', '3', '4'])
      expect(store().timeline(wholeTimeline, null, 2)).toEqual(
        [3, 4].map((n) => ({
          n,
          ...(n === 3
            ? makeTimelineEntry(3, {
                agents: [agentId(2), agentId(3)],
                gathering,
                fact: convened,
                text: 'Ferries',
              })
            : makeTimelineEntry(4, { owner: agentId(4), agents: [agentId(4)] })),
        })),
      )
    }
  })

  it('gives every moment once when paged to the beginning while others come', () => {
    const seen: number[] = []
    for (let before: number | null = null, came = 5; before !== 1; came += 1) {
      const page = store().timeline(wholeTimeline, before, 2)
      seen.unshift(...page.map(({ n }) => n))
      before = page[0]?.n ?? 1
      store().commit([timelineEntryRow(makeTimelineEntry(came))])
    }
    expect(seen).toEqual([1, 2, 3, 4])
  })

  it('filters by kind, by any of several agents, by link and by gathering, and by all of it together', () => {
    expect(found({ kinds: ['link', 'gathering'] })).toEqual(['2', '3'])
    expect(found({ agents: [agentId(1)] })).toEqual(['1'])
    expect(found({ agents: [agentId(1), agentId(3)] })).toEqual(['1', '2', '3'])
    expect(found({ link })).toEqual(['2'])
    expect(found({ gathering })).toEqual(['3'])
    expect(found({ agents: [agentId(3)], kinds: ['message'] })).toEqual([])
    expect(found({ agents: [agentId(2)], kinds: ['gathering'], text: 'ferr' })).toEqual(['3'])
    expect(found({ agents: [agentId(1), agentId(3)] }, 3, 1)).toEqual(['2'])
  })

  it('finds words, the last of which may go on, and nothing where nothing can be meant', () => {
    expect(found({ text: 'sail' })).toEqual(['1', '2'])
    expect(found({ text: '"the ferry"' })).toEqual(['2'])
    expect(found({ text: 'kindmessage' })).toEqual([])
    expect(found({ text: 'about : kindmessage' })).toEqual([])
    expect(found({ text: '" OR *' })).toEqual([])
    expect(found({ text: '???' })).toEqual([])
  })

  it('gives a stretch of time, both ends included; time does not go back with the clock', () => {
    expect(found({ since: 1002, until: 1003 })).toEqual(['2', '3'])
    expect(found({ since: 1005 })).toEqual([])
    expect(found({ until: 1000 })).toEqual([])
    expect(found({ until: 1001, text: 'sail' })).toEqual(['1'])
    store().commit([timelineEntryRow(makeTimelineEntry(5, { at: 7 }))])
    expect(found({ since: 1004 })).toEqual(['4', '5'])
    expect(store().timeline(wholeTimeline, null, 1)[0]?.at).toBe(7)
  })

  it('counts up to a limit', () => {
    expect(store().timelineCount(wholeTimeline, 100)).toBe(4)
    expect(store().timelineCount(wholeTimeline, 3)).toBe(3)
    expect(store().timelineCount({ ...wholeTimeline, text: 'sail' }, 100)).toBe(2)
    expect(store().timelineCount({ ...wholeTimeline, text: '???' }, 100)).toBe(0)
  })

  it('finds words under seal only once they are opened, in the place that they had', () => {
    store().commit([
      timelineEntryRow(makeTimelineEntry(5, { sealed: true, text: '' })),
      timelineEntryRow(makeTimelineEntry(6)),
    ])
    expect(found({ text: 'lighthouse' })).toEqual([])
    store().commit([timelineEntryRow(makeTimelineEntry(5, { sealed: false, text: 'a lighthouse' }))])
    expect(found({ text: 'lighthouse' })).toEqual(['5'])
    expect(found({})).toEqual(['1', '2', '3', '4', '5', '6'])
  })

  it('lets go of what is kept under an agent when that is deleted for good, also of its words', () => {
    store().commit([
      { table: 'agent', row: makeAgent(4) },
      { table: 'forgotten', agent: agentId(4) },
    ])
    expect(found({})).toEqual(['1', '2', '3'])
    expect(found({ text: '"words 4"' })).toEqual([])
  })

  it('knows a turn, and the first that a timer began after another turn', () => {
    const promptedBy = { by: 'heartbeat', id: 'hb-1', intent: 'check', note: '' } as const
    const turns = [1, 2, 3, 4].map((n) => makeTurn(n, n % 2 === 0 ? { promptedBy, costUsd: n } : {}))
    store().commit(turns.map((row) => ({ table: 'turn', row, open: false })))
    reopen()
    expect(store().turn(makeTurn(2).id)).toEqual(turns[1])
    expect(store().turn('trn-none')).toBeNull()
    expect([0, 2, 4].map((after) => store().turnOfTimer('hb-1', after)?.n)).toEqual([2, 4, undefined])
  })
}
