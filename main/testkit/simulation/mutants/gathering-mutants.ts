import { replace, type Replacement } from './replacements.ts'

/** Mistakes in gatherings: who has the piece, when it moves, and who gets what. */
export const gatheringMutants: Readonly<Record<string, Replacement>> = {
  'who was late never speaks in that round': replace(
    'gatherings/seats.ts',
    'leftOf',
    (real) => (g) => real(g).filter(({ number }) => !g.deferredSeats.includes(number)),
  ),
  'one of the words under seal is never opened': replace(
    'gatherings/speaking.ts',
    'openSealed',
    (real) => (step, g) => real(step, { ...g, sealedUtterances: g.sealedUtterances.slice(1) }),
  ),
  'a ballot is opened before all have answered': replace(
    'gatherings/speaking.ts',
    'utter',
    (real) => (step, g, words) => {
      const now = real(step, g, words)
      for (const row of now.phase === 'decision' ? now.sealedUtterances : [])
        step.utterance({ ...row, sealed: false })
      return now
    },
  ),
  'others learn that a seat abstains': replace('gatherings/decisions.ts', 'asBallot', () => (words) => words),
  'a seat that answers twice is counted twice': replace(
    'gatherings/decisions.ts',
    'withAnswer',
    (real) => (g, row) => {
      const now = real(g, row)
      if (!now.decision || now.decision === g.decision) return now
      const earlier = g.decision?.ballots.filter((one) => !now.decision?.ballots.includes(one)) ?? []
      return { ...now, decision: { ...now.decision, ballots: [...earlier, ...now.decision.ballots] } }
    },
  ),
  'objections open the hold again and again': replace(
    'gatherings/decisions.ts',
    'countBallots',
    (real) => (step, g) =>
      real(step, g.decision ? { ...g, decision: { ...g.decision, isReopened: false } } : g),
  ),
  'what was answered is asked for again': replace(
    'gatherings/decisions.ts',
    'hasAnswered',
    () => () => false,
  ),
  'who gives no answer is waited for': replace(
    'gatherings/turn-clock.ts',
    'syncClock',
    (real) => (step, g) => {
      const { piece, phase } = g
      if (phase !== 'decision' || !piece || piece.said > 0) return real(step, g)
      const clockFrom = piece.clockFrom && step.now
      return real(step, { ...g, piece: { ...piece, clockFrom, waitsFrom: step.now, beatAt: step.now } })
    },
  ),
  'a fork gives what was under seal there': replace(
    'gatherings/forking.ts',
    'goOnFrom',
    (real) => (step, from, point) => {
      real(step, { ...from, past: from.past.map((row) => ({ ...row, sealed: false })) }, point)
    },
  ),
  'a fork leaves the first words out': replace(
    'gatherings/forking.ts',
    'goOnFrom',
    (real) => (step, from, point) => {
      const first = from.past.find(({ text }) => text !== '')
      real(step, { ...from, past: from.past.filter((row) => row !== first) }, point)
    },
  ),
  'half a sentence is heard, whatever broke it off': replace(
    'gatherings/on-turn-ended.ts',
    'onTurnEnded',
    (real) => (step, ended) => {
      const { turn, outcome } = ended
      const whole =
        outcome?.kind === 'completed' ? outcome : ({ kind: 'completed', text: turn.text } as const)
      real(step, { ...ended, outcome: whole })
    },
  ),
  'a pass in words is published': replace(
    'passing/pass-in-words.ts',
    'passesInWords',
    (real) => (text) => real(text).map((line) => ({ ...line, words: text })),
  ),
  'a late answer counts as a turn': replace(
    'gatherings/on-turn-ended.ts',
    'onTurnEnded',
    (real) => (step, ended) => {
      const { turn } = ended
      const { promptedBy: by } = turn
      const present = by?.by === 'gathering' ? step.gatherings.get(by.call.gathering)?.piece : null
      if (by?.by !== 'gathering' || !present) return real(step, ended)
      const promptedBy = { ...by, call: { ...by.call, pieceTurnId: present.id } }
      real(step, { ...ended, turn: { ...turn, promptedBy } })
    },
  ),
  'words under seal stand in the timeline': replace(
    'timeline/timeline-entry.ts',
    'timelineEntryOf',
    (real) => (done, made) => real(done, { ...made, sealed: false }),
  ),
  'the cap stops nothing': replace('gatherings/due-prompts.ts', 'isOverCap', () => () => false),
  'a card holds a circle up for ever': replace('gatherings/turn-clock.ts', 'cardStop', () => 1e12),
  'a restart begins the turn again': replace('gatherings/turn-clock.ts', 'restarted', (real) => (step, g) => {
    real(step, { ...g, piece: g.piece && { ...g.piece, beat: 0, passing: null } })
  }),
  'a harvest that never comes is waited for': replace(
    'gatherings/turn-clock.ts',
    'harvestEnd',
    (real) => (harvesting, interval) => real(harvesting, interval) + 1e12,
  ),
  'who joins is not given what was said before': replace(
    'gatherings/speaking.ts',
    'catchUp',
    () => () => undefined,
  ),
  'a harvest that rests on nothing is asked for without end': replace(
    'gatherings/harvest.ts',
    'harvested',
    (real) => (step, g, text, isWhole) => {
      real(step, { ...g, harvesting: g.harvesting && { ...g.harvesting, draft: null } }, text, isWhole)
    },
  ),
  'mail of others comes to who sits': replace(
    'turns/timing.ts',
    'timingOf',
    (real) =>
      (state, ...others) =>
        real({ ...state, gatheringId: null }, ...others),
  ),
  'what is too much for one prompt is left out': replace(
    'delivery/batches.ts',
    'absorbedBatch',
    (real) => (state) => ({ ...real(state), more: false }),
  ),
}
