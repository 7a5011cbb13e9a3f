import type { GatheringReport, GatheringView } from '../../../main/contract/gathering-views.ts'
import { msOf } from '../../components/duration.ts'

/** A gathering that was put away, as the window's own view: what its report has, names without faces. */
export function viewOfReport(report: GatheringReport): GatheringView {
  const { id, topic, question, state, phase, round, structure, participants, harvest } = report
  const doer = (name: string) => ({ by: { kind: 'system' } as const, name })
  const at = msOf(report.convened.at) ?? 0
  const end = msOf(report.utterances.at(-1)?.at) ?? at
  return {
    ...{ id, topic, question, state, phase, round, structure, rhythm: null },
    ...{ beatsPerTurn: 0, interval: 0, beatOn: 'interval', grace: 0, sealed: false },
    seats: participants.map(({ number, name, role, human, state: seat }) => ({
      ...{ number, name, role, state: seat, kind: human ? 'human' : 'agent', agent: null },
      ...{ had: false, taken: [], hand: false, reason: null },
    })),
    harvester: {
      ...{ name: report.harvester, agent: null, absent: '' },
      ...{ taken: report.utterances.length, given: report.utterances.length },
    },
    ...{ human: null, piece: null, paused: null, needs: null },
    convened: { ...doer(report.convened.by), at },
    stageAt: end,
    spoken: { turns: report.utterances.length, of: report.utterances.length },
    ...{ turns: report.turns, mostTurns: report.limit.turns, maxTurns: report.limit.turns },
    ...{ costUsd: report.cost, maxCost: report.limit.cost, passages: [], heard: [] },
    harvest:
      harvest === null
        ? null
        : { at: end, decided: [], open: [], dissent: [], next: [], more: '', text: harvest, cards: [] },
    closed:
      report.closedBecause === null
        ? null
        : { ...doer(''), at: end, kind: 'ended', why: report.closedBecause },
    ...{ mostTime: 0, closing: null, unharvested: '' },
    ...{ path: report.path, problem: '', shelved: true },
  }
}
