import { z } from 'zod'
import { mostRounds, seatCount } from '../../main/contract/api/limits.ts'
import type { RemotePass } from '../../main/contract/gatherings/gathering-views.ts'
import type { GatheringReport } from '../../main/contract/api/reports.ts'
import { agentName, presentFields, tool } from '../shared/tool.ts'

const number = z.int().min(1).max(99).optional()
const role = z.string().max(200).optional()
const spawn = z
  .strictObject({ cwd: z.string().min(1).max(4096).optional(), model: z.string().min(1).max(200).optional() })
  .optional()
const rounds = z.int().min(1).max(mostRounds)

export const startGathering = tool({
  name: 'start_gathering',
  description:
    'Proposes a gathering: agents, and your user if they like, speak in turn about one question, and a silent harvester ' +
    'writes the outcome. For a decision or review that needs several views. Your user starts it.',
  oldNames: { human: 'user' },
  // Turn length, budget, decision and sealing are left to the user: they set them on the card or in a rhythm.
  input: {
    topic: z.string().min(1).max(120).describe('A few words, one line'),
    question: z.string().min(1).max(4096),
    participants: z
      .array(
        z.strictObject({
          name: agentName,
          number,
          role,
          spawn: spawn.describe('Opens a new tab of this name; cwd: default yours'),
        }),
      )
      .min(1)
      .max(seatCount.most)
      .describe(
        'Who speaks, in this order unless numbered; you too, if you like. role: its view, in one line',
      ),
    harvester: z.strictObject({ name: agentName, spawn }).describe('Not a participant'),
    user: z.strictObject({ number, role }).optional().describe('A seat for your user'),
    structure: z
      .array(rounds)
      .length(3)
      .optional()
      .describe('Rounds of inhale (own views), hold (discussion), exhale (conclusions); default [2, 2, 2]'),
    rhythm: z.string().min(1).max(40).optional().describe('Instead of structure: check-in, decide or review'),
  },
  async call(ask, { structure, ...plan }, call) {
    const [inhale = 2, hold = 2, exhale = 2] = structure ?? []
    const rounds: [number, number, number] = [inhale, hold, exhale]
    const input = { ...plan, structure: structure && rounds, idempotencyKey: call.key }
    const report = await ask('gatherings.convene', input, call)
    const hint = hintOf(report)
    const { id, state, participants, harvester, limit } = report
    const fields = {
      gathering_id: id,
      state,
      participants: participants.map((seat) => `${String(seat.number)} ${seat.name}`),
      harvester,
      most_turns: limit.turns,
      ...presentFields({ most_cost: limit.cost }),
      hint,
    }
    return { fields, text: `${id}: ${state}. ${hint}` }
  },
})

function hintOf({ state, limit }: GatheringReport): string {
  if (state === 'proposed')
    return 'Your user decides; the harvest comes to you as a message. Go on or end your turn; do not wait or propose it again.'
  if (state === 'closed') return 'It is over; its harvest comes to you as a message.'
  return (
    `It has started: at most ${String(limit.turns)} model turns, then your user is asked. The harvest comes to you as a message. ` +
    'End your turn: if you have a seat, the talking piece comes to you as a prompt.'
  )
}

export const passPiece = tool({
  name: 'pass_piece',
  description:
    'Passes the talking piece on when this turn ends: call it first, then end your turn with your words. A last line PASS ' +
    'or PASS: NAME does the same without a tool, and so does SILENT as the whole answer; else you keep the piece.',
  input: {
    to: agentName.optional().describe('Someone who has not spoken in this round; default: the next in order'),
  },
  failed: { passed: false },
  async call(ask, { to }, call) {
    const report = await ask('gatherings.pass', { to }, call)
    if ('machine' in report) return passingThere(report, to)
    const { id, phase, round } = report
    const hint = `The piece goes to ${to === undefined ? 'the next in order' : `"${to}"`} when this turn ends. End it now with your words to the gathering.`
    const fields = { passed: true, gathering_id: id, ...presentFields({ to }), phase, round, hint }
    return { fields, text: hint }
  },
})

/** Only the other machine knows whether the name has a seat there. */
function passingThere({ id, machine, line }: RemotePass, to: string | undefined) {
  const unless =
    to === undefined ? '' : ' If that name has no seat there, you keep the piece and are asked again.'
  const hint = `Your answer goes to the machine ${machine} with the last line ${line}, which passes the piece there.${unless} End your turn now with your words to the gathering.`
  return { fields: { passed: true, gathering_id: id, ...presentFields({ to }), hint }, text: hint }
}
