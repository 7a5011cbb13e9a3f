import type { GatheringView } from '../../../../main/contract/gathering-views.ts'

/** A gathering of Scout and Builder, where Builder has the piece, convened by Scout; with changes. */
export function circle(more: Partial<GatheringView> = {}): GatheringView {
  const seat = (number: number, name: string) => ({
    ...{ number, name, role: '', kind: 'agent' as const, agent: `agt-${name.toLowerCase()}` as const },
    ...{ state: 'then' as const, had: false, taken: [], hand: false, reason: null },
  })
  return {
    ...{ id: 'gat-1', topic: 'Ship on Friday?', question: 'What would we regret?', rhythm: null },
    ...{ state: 'running', phase: 'hold', round: 1, structure: [2, 2, 2], beatsPerTurn: 3, interval: 60_000 },
    ...{ beatOn: 'interval', grace: 30_000, seats: [seat(1, 'Scout'), seat(2, 'Builder')] },
    harvester: { name: 'Scribe', agent: 'agt-scribe', absent: null, taken: 0, given: 0 },
    ...{ human: null, sealed: true, paused: null, needs: null },
    piece: {
      ...{ turnId: 'grt-1', number: 2, name: 'Builder', since: 30, beat: 0, beats: 3, clockFrom: 30 },
      ...{
        waitsFrom: 30,
        stopped: null,
        until: 500,
        nextBeatAt: null,
        done: false,
        answering: false,
        lastWordAt: null,
      },
    },
    convened: { by: { kind: 'agent', id: 'agt-1' }, name: 'Scout', at: 10 },
    ...{ stageAt: 20, spoken: { turns: 1, of: 12 }, turns: 2, mostTurns: 49, maxTurns: 49, costUsd: 0 },
    ...{ maxCost: null, passages: [], heard: [], harvest: null, closed: null, path: null, problem: '' },
    ...{ mostTime: 3_600_000, closing: null, unharvested: null, shelved: false },
    ...more,
  }
}
