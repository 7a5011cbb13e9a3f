import { mostBeats, mostRounds, seatCount } from '../api/limits.ts'
import { z } from 'zod'
import { cursor, effort, key, limit, line, modelId, ref, text, kindFields } from '../api/shapes.ts'
import { steering } from './gatherings.ts'
import { permissionMode } from '../app/settings.ts'

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

/** An existing agent (`agent`; by default the one called `name`), or a new one (`spawn`). */
const participantShape = {
  name: seatName.optional(),
  role: line(200).optional(),
  agent: ref.optional(),
  spawn: spawn.optional(),
}

const pieceTurnId = z.string().max(40)
const number = z.int().min(1).max(99)
const participant = z.strictObject({ ...participantShape, number: number.optional() })
const home = z.string().max(100)
const rounds = z.int().min(1).max(mostRounds)
const structure = z.tuple([rounds, rounds, rounds])
const beats = z.int().min(1).max(mostBeats)
const interval = z.number().min(1).max(3600)

/** Continues at that row, or with a new breath. Default: at that row if possible. */
const begins = z.enum(['there', 'anew'])
const forkPoint = z.strictObject({
  gathering: gatheringId,
  utterance: z.string().max(40),
  begins: begins.optional(),
  /** Seats get copies of the agents, which remember the same; the agents themselves stay where they are. */
  copies: z.boolean().optional(),
})

/** The length of the question in bytes is checked where it is used. */
const gatheringPlan = z.strictObject({
  topic: line(120).min(1),
  question: z.string().min(1).max(4096),
  /** Preset for structure, beats and opening, unless given here. */
  rhythm: z.string().max(40).optional(),
  participants: z.array(participant).min(1).max(seatCount.most),
  harvester: participant,
  /** The user's seat; without it the user watches and steers as host. */
  user: z
    .strictObject({ number: number.optional(), role: line(200).optional(), holds: z.boolean().optional() })
    .optional(),
  /** Rounds of inhale, hold and exhale. */
  structure: structure.optional(),
  beatsPerTurn: beats.optional(),
  beatIntervalSeconds: interval.optional(),
  finalBeatGraceSeconds: z.number().min(1).max(600).optional(),
  /** False: texts of the inhale are shared at once. Default: the setting `openInhale`. */
  sealed: z.boolean().optional(),
  /**
   * How it decides after the exhale; `alone`: only the user answers. A vote without `options` is on those
   * proposed in the exhale.
   */
  decision: z
    .strictObject({
      by: z.enum(['consent', 'vote']),
      alone: z.boolean().optional(),
      options: z.array(line(120).min(1)).max(100).optional(),
    })
    .optional(),
  /** Model turns, including the harvest, after which it asks the user. */
  maxTurns: z.int().min(2).max(10_000).optional(),
  /** USD. */
  maxCost: z.number().positive().max(10_000).optional(),
  /** All kinds of tokens together. */
  maxTokens: z.int().positive().max(1_000_000_000_000).optional(),
  /** The user only: starts this proposed gathering with these values; it still counts as its proposer's. */
  proposal: gatheringId.optional(),
  /** The user only: the row of an earlier gathering to continue from. */
  fork: forkPoint.optional(),
  idempotencyKey: key.optional(),
})

const onOne = { id: gatheringId }

export const gatheringRequests = {
  /** The user's starts at once; an agent's is a proposal, unless the setting `agentsConvene` starts it. */
  'gatherings.convene': gatheringPlan,
  /** A dry run: problems, and the estimated turns and cost. */
  'gatherings.preview': gatheringPlan,
  /**
   * A new gathering from a row of an earlier one, whose texts up to there its members get. Defaults are the
   * values of the earlier one.
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
  /** State of the circle after row `step` (default: the newest), with the rows up to it as they were then. */
  'gatherings.replay': z.strictObject({
    ...onOne,
    step: z.coerce.number().int().min(0).max(1_000_000).optional(),
  }),
  'gatherings.get': z.strictObject(onOne),
  /** Newest first; an agent gets those in which it sits or which it proposed. */
  'gatherings.list': z.strictObject({
    state: z.enum(['open', 'closed', 'all']).optional(),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  /**
   * In turn: the seat's text, which passes the piece on (to `to`) unless `keep`. Out of turn, or with `host`:
   * the host's text to all; it pauses the gathering unless `pause` is false. With `turnId`: only in that
   * turn, else refused as `stale_turn`.
   */
  'gatherings.say': z.strictObject({
    ...onOne,
    text,
    turnId: pieceTurnId.optional(),
    to: seatName.optional(),
    keep: z.boolean().optional(),
    host: z.boolean().optional(),
    pause: z.boolean().optional(),
  }),
  /**
   * Adds a seat to a running gathering, with the next number: an existing agent's, a new one's, or with
   * `user` the user's own.
   */
  'gatherings.join': z.strictObject({
    id: gatheringId,
    ...participantShape,
    user: z.strictObject({ holds: z.boolean().optional() }).optional(),
  }),
  /** Replaces a missing harvester; in a gathering closed without a harvest, the new one writes it now. */
  'gatherings.harvester': z.strictObject({ id: gatheringId, ...participantShape }),
  /**
   * The holder passes: an agent in the turn `turnId`, by default its present one. `silent`: the user keeps
   * silence and passes.
   */
  'gatherings.pass': z.strictObject({
    id: gatheringId.optional(),
    turnId: pieceTurnId.optional(),
    to: seatName.optional(),
    silent: z.boolean().optional(),
  }),
  /**
   * The user's controls. `start`, `dismiss`: a proposal (`dismiss` archives a closed gathering). `note` with
   * `text`: a note for the user's own turn. `hand`: raises or lowers it. `take`: the user's seat is next.
   * `pause`, `hold`, `resume`, `skip` (with `to`: the next seat), `extend`: one more beat. `open`: opens
   * sealed texts. `close`: ends it with a harvest of what there is. `here`: the user is present.
   */
  'gatherings.steer': z.strictObject({
    ...onOne,
    verb: z.enum(steering),
    text: text.optional(),
    to: seatName.optional(),
  }),
  /**
   * Preview of what a harvest's card would write: the diff for the user to decide on. `home`: target file of
   * a memory.
   */
  'gatherings.card': z.strictObject({ ...onOne, card: z.string().max(40), home: home.optional() }),
  /**
   * Files a card of the harvest, gives a task to an agent as the user's own message, or refuses it. `hash`:
   * of the diff that was shown.
   */
  'gatherings.file': z.strictObject({
    ...onOne,
    card: z.string().max(40),
    decision: z.enum(['file', 'give', 'refuse']),
    agent: z.string().max(80).optional(),
    home: home.optional(),
    hash: z.string().max(100).optional(),
  }),
  /** Markdown with the harvest, all texts, and its line in the trail. */
  'gatherings.export': z.strictObject(onOne),
  'rhythms.list': z.strictObject({}),
  /** A preset of the user; replaces the one of the same name. */
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
