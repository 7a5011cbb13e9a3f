import { mostBeats, mostRounds, seatCount } from '../api/limits.ts'
import { z } from 'zod'
import { cursor, effort, key, limit, line, modelId, ref, text, kindFields } from '../api/shapes.ts'
import { steering } from './gatherings.ts'
import { permissionMode } from '../app/settings.ts'

/** Name of a gathering, and how somebody in it is called. */
const gatheringId = z.string().max(40)
const seatName = z.string().max(400)

const spawn = z.strictObject({
  ...kindFields,
  cwd: z.string().min(1).max(4096).optional(),
  model: modelId.optional(),
  effort: effort.optional(),
  /** Name of one of the user's roles. */
  template: line(40).optional(),
  permissionMode: permissionMode.optional(),
})

/** An agent that there is (`agent`; the one of that name without it), or one to be made (`spawn`). */
const participantShape = {
  name: seatName.optional(),
  role: line(200).optional(),
  agent: ref.optional(),
  spawn: spawn.optional(),
}

const pieceTurnId = z.string().max(40)
const number = z.int().min(1).max(99)
/** An agent that there is, or one to be made. */
const participant = z.strictObject({ ...participantShape, number: number.optional() })
const home = z.string().max(100)
const rounds = z.int().min(1).max(mostRounds)
const structure = z.tuple([rounds, rounds, rounds])
const beats = z.int().min(1).max(mostBeats)
const interval = z.number().min(1).max(3600)

/** `begins`: at the place of that row, or with a new breath; without it there, where that can be. */
const begins = z.enum(['there', 'anew'])
const forkPoint = z.strictObject({
  gathering: gatheringId,
  utterance: z.string().max(40),
  begins: begins.optional(),
  /** Copies of the agents sit, which remember what these do; the agents themselves stay where they are. */
  copies: z.boolean().optional(),
})

/** What a gathering is convened with; bytes of the question are counted where it is taken. */
const gatheringPlan = z.strictObject({
  topic: line(120).min(1),
  question: z.string().min(1).max(4096),
  /** Name of a preset: structure, beats and opening where they are not given. */
  rhythm: z.string().max(40).optional(),
  participants: z.array(participant).min(1).max(seatCount.most),
  harvester: participant,
  /** The user's seat; without it they watch and steer as the host. */
  user: z
    .strictObject({ number: number.optional(), role: line(200).optional(), holds: z.boolean().optional() })
    .optional(),
  /** Rounds of inhale, hold and exhale. */
  structure: structure.optional(),
  beatsPerTurn: beats.optional(),
  beatIntervalSeconds: interval.optional(),
  finalBeatGraceSeconds: z.number().min(1).max(600).optional(),
  /** False: the words of the inhale are given on at once. The setting `openInhale` decides without it. */
  sealed: z.boolean().optional(),
  /** How it ends after the exhale; `alone`: only the user answers. Without `options` of a vote: those that are put up in the exhale. */
  decision: z
    .strictObject({
      by: z.enum(['consent', 'vote']),
      alone: z.boolean().optional(),
      options: z.array(line(120).min(1)).max(100).optional(),
    })
    .optional(),
  /** Model turns, the harvest included, after which it asks the user. */
  maxTurns: z.int().min(2).max(10_000).optional(),
  /** USD. */
  maxCost: z.number().positive().max(10_000).optional(),
  /** Of all kinds together. */
  maxTokens: z.int().positive().max(1_000_000_000_000).optional(),
  /** The user's: a proposed gathering that begins in this shape; it stays its proposer's. */
  proposal: gatheringId.optional(),
  /** The user's: a row of an earlier gathering from which this one goes on. */
  fork: forkPoint.optional(),
  idempotencyKey: key.optional(),
})

const onOne = { id: gatheringId }

/** What can be asked about gatherings. */
export const gatheringRequests = {
  /** The user's starts at once; an agent's is a proposal, unless the setting `agentsConvene` lets it start. */
  'gatherings.convene': gatheringPlan,
  /** The same, without starting it: what stands against it, how many turns and what cost it may take. */
  'gatherings.preview': gatheringPlan,
  /**
   * A new gathering from a row of an earlier one: its members are given what was said up to there. What is not said
   * here is as it was there.
   */
  'gatherings.fork': gatheringPlan
    .omit({ proposal: true, fork: true })
    .partial()
    .extend({
      ...onOne,
      utterance: z.string().max(40),
      begins: begins.optional(),
      copies: z.boolean().optional(),
    }),
  /** How the circle stood after a row (`step`, the newest without it), with the rows until then as they stood. */
  'gatherings.replay': z.strictObject({
    ...onOne,
    step: z.coerce.number().int().min(0).max(1_000_000).optional(),
  }),
  'gatherings.get': z.strictObject(onOne),
  /** Newest first; an agent is shown those that it sits in or has proposed. */
  'gatherings.list': z.strictObject({
    state: z.enum(['open', 'closed', 'all']).optional(),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  /** In turn: the seat's words, which pass the piece on (to `to`) unless told to `keep` it. Out of turn, or with `host`: as host, to all; pauses, unless `pause` is false. With `turnId`: only in that turn, else refused as `stale_turn`. */
  'gatherings.say': z.strictObject({
    ...onOne,
    text,
    turnId: pieceTurnId.optional(),
    to: seatName.optional(),
    keep: z.boolean().optional(),
    host: z.boolean().optional(),
    pause: z.boolean().optional(),
  }),
  /** Adds a seat to a running one, with the next number: an agent's, a new one's, or with `user` the user's own. */
  'gatherings.join': z.strictObject({
    id: gatheringId,
    ...participantShape,
    user: z.strictObject({ holds: z.boolean().optional() }).optional(),
  }),
  /** Another harvester for one that is gone; in a gathering that was closed without a harvest: writes it now. */
  'gatherings.harvester': z.strictObject({ id: gatheringId, ...participantShape }),
  /** The holder passes: an agent in the turn that `turnId` names, or in the one that it is in. `silent`: the user keeps silence, and passes. */
  'gatherings.pass': z.strictObject({
    id: gatheringId.optional(),
    turnId: pieceTurnId.optional(),
    to: seatName.optional(),
    silent: z.boolean().optional(),
  }),
  /**
   * The user's hand. `start`, `dismiss`: a proposal (`dismiss`, of one that is closed: puts it away from the list).
   * `note` with `text`: kept for one's turn. `hand`: raised, or lowered again. `take`: the user's seat is next.
   * `pause`, `hold`, `resume`, `skip` (with `to`: who comes next), `extend`: one more beat. `open`: the words under
   * seal. `close`: ends it with a harvest of what there is. `here`: a sign of life.
   */
  'gatherings.steer': z.strictObject({
    ...onOne,
    verb: z.enum(steering),
    text: text.optional(),
    to: seatName.optional(),
  }),
  /** What a card of the harvest would do to the files: the diff that the user decides about. `home`: where a memory goes. */
  'gatherings.card': z.strictObject({ ...onOne, card: z.string().max(40), home: home.optional() }),
  /** Files a card of the harvest, gives a task to an agent as your own words, or refuses it. `hash`: of the diff that was shown. */
  'gatherings.file': z.strictObject({
    ...onOne,
    card: z.string().max(40),
    decision: z.enum(['file', 'give', 'refuse']),
    agent: z.string().max(80).optional(),
    home: home.optional(),
    hash: z.string().max(100).optional(),
  }),
  /** The gathering as Markdown, with its harvest, everything said, and its line in the trail. */
  'gatherings.export': z.strictObject(onOne),
  'rhythms.list': z.strictObject({}),
  /** Keeps a preset of the user's own; the same name again replaces it. */
  'rhythms.keep': z.strictObject({
    name: line(40).min(1),
    structure,
    beatsPerTurn: beats,
    beatIntervalSeconds: interval,
    opening: z.string().max(1000).optional(),
    question: z.string().max(4096).optional(),
    about: line(200).optional(),
  }),
} as const
