import { replace, type Replacement } from './replacements.ts'
import { isSilent } from '../../../contract/mail/last-line.ts'

/** A rule that stops linked agents from talking endlessly. */
interface Guard {
  readonly name: string
  /** Disables it. */
  readonly without: Replacement
}

export const guards: readonly Guard[] = [
  {
    name: 'budget',
    without: replace(
      'links/queries.ts',
      'restOf',
      (real) => (link, around) => real({ ...link, budgetGranted: Infinity }, around),
    ),
  },
  { name: 'depth', without: replace('mail/loop-guard.ts', 'depthCap', () => Infinity) },
  { name: 'rate', without: replace('mail/loop-guard.ts', 'rateCap', () => Infinity) },
  { name: 'same words', without: replace('mail/loop-guard.ts', 'sameTextCap', () => Infinity) },
  {
    name: 'SILENT crosses nothing',
    without: replace('links/crossings.ts', 'onTurnEnded', (real) => (step, ended) => {
      const { outcome } = ended
      const isQuiet = outcome?.kind === 'completed' && isSilent(outcome.text)
      real(step, isQuiet ? { ...ended, outcome: { ...outcome, text: `${outcome.text}!` } } : ended)
    }),
  },
  {
    name: 'an answer asks nothing',
    without: replace('links/pending-replies.ts', 'withExchange', (real) => (asks, from, to) => [
      ...real(asks, from, to).filter(({ by, of }) => by !== from || of !== to),
      { by: from, of: to },
    ]),
  },
  {
    name: 'housekeeping does not cross',
    without: replace('turns/provenance.ts', 'mayCross', () => () => true),
  },
  {
    name: 'the anchor absorbs what waits',
    without: replace('links/crossings.ts', 'absorbCrossings', () => () => undefined),
  },
  {
    name: 'two anchors, then rest',
    without: replace('heartbeats/anchors.ts', 'anchorsInRow', () => Infinity),
  },
  {
    name: 'twelve timers in a row',
    without: replace('heartbeats/heartbeats.ts', 'beatsInRow', () => Infinity),
  },
  {
    name: 'a timer stays in its chain',
    without: replace('turns/turns.ts', 'beginTurn', (real) => (step, id, frame) => {
      if (frame?.prompt?.by !== 'heartbeat') return real(step, id, frame)
      step.agent(id, { depth: 0 })
      return real(step, id, { ...frame, prompt: { ...frame.prompt, depth: 0 } })
    }),
  },
]
