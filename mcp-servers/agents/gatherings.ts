import { z } from 'zod'
import { mostBeats, mostRounds, seatCount } from '../../main/contract/limits.ts'
import type { GatheringReport } from '../../main/contract/reports.ts'
import type { Plan } from './client.ts'
import { told, type Tool } from './tool.ts'

const number = z.int().min(1).max(99).optional()
const role = z.string().max(200).optional()
const spawn = z
  .strictObject({ cwd: z.string().min(1).max(4096).optional(), model: z.string().min(1).max(200).optional() })
  .optional()
  .describe('Makes a new tab of that name, in your folder without cwd')
const name = z.string().min(1).max(200)
const rounds = z.int().min(1).max(mostRounds)

const planInput = {
  topic: z.string().min(1).max(120).describe('A few words, one line: names the gathering and its file'),
  question: z.string().min(1).max(4096).describe('The one question that everybody speaks to'),
  participants: z
    .array(
      z.strictObject({
        name,
        number,
        role,
        agent: name.optional().describe('Where its tab has another name'),
        spawn,
      }),
    )
    .min(1)
    .max(seatCount.most)
    .describe(
      'Who speaks, in this order unless numbered; names as list_agents shows them. role: from where it looks, one line. ' +
        'Yourself too, if you want to speak',
    ),
  harvester: z
    .strictObject({ name, agent: name.optional(), spawn })
    .describe('Listens to all of it, never speaks, and writes the harvest; none of the participants'),
  human: z.strictObject({ number, role }).optional().describe('A seat for the person'),
  structure: z
    .array(rounds)
    .length(3)
    .optional()
    .describe('Rounds of inhale (each alone), hold (friction), exhale (convergence); [2, 2, 2] without it'),
  rhythm: z.string().min(1).max(40).optional().describe('A preset instead: check-in, decide, review'),
  beats_per_turn: z.int().min(1).max(mostBeats).optional(),
  beat_interval_seconds: z.number().min(1).max(3600).optional(),
  final_beat_grace_seconds: z.number().min(1).max(600).optional(),
  max_turns: z.int().min(2).max(10_000).optional().describe('Model turns, then it asks the person'),
  max_cost: z.number().positive().max(10_000).optional().describe('USD, then it asks the person'),
  sealed: z.boolean().optional().describe('false: in the inhale all hear each other at once'),
}

/** Brings agents, and the person, together around one question. */
export const startGathering: Tool<typeof planInput> = {
  name: 'start_gathering',
  description:
    'Proposes a gathering: two or more agents, and the person if they like, speak in turn to one question; one holds the ' +
    'talking piece, all others listen; a silent harvester writes what came of it. For a decision or review that needs ' +
    'several views: for one answer use send_to_agent, for lasting exchange open_link. The person starts it; the harvest ' +
    'comes to you as a message. Nobody sits in two.',
  readOnly: false,
  input: planInput,
  failed: {},
  async call(client, wishes, call) {
    const report = await client.convene(planOf(wishes), call)
    const hint = hintOf(report)
    const { id, state, participants, harvester, limit } = report
    const fields = {
      ...{ gathering_id: id, state },
      participants: participants.map((seat) => `${String(seat.number)} ${seat.name}`),
      ...{ harvester, most_turns: limit.turns },
      ...told({ most_cost: limit.cost }),
      hint,
    }
    return { fields, text: `${id}: ${state}. ${hint}` }
  },
}

function planOf(wishes: z.output<z.ZodObject<typeof planInput>>): Plan {
  const { beats_per_turn, beat_interval_seconds, final_beat_grace_seconds, ...others } = wishes
  const { max_turns, max_cost, structure, ...plan } = others
  const [inhale = 2, hold = 2, exhale = 2] = structure ?? []
  const timing = {
    ...{ beatsPerTurn: beats_per_turn, beatIntervalSeconds: beat_interval_seconds },
    ...{ finalBeatGraceSeconds: final_beat_grace_seconds, maxTurns: max_turns, maxCost: max_cost },
  }
  const breath: Pick<Plan, 'structure'> = structure === undefined ? {} : { structure: [inhale, hold, exhale] }
  return { ...plan, ...breath, ...timing }
}

function hintOf({ state, limit }: GatheringReport): string {
  if (state === 'proposed')
    return 'The person decides; the harvest comes to you as a message. Go on or end your turn: do not wait, nor propose it again.'
  if (state === 'closed') return 'It is over; its harvest comes to you as a message.'
  return (
    `It begins, ${String(limit.turns)} model turns at most before the person is asked; the harvest comes to you as a message. ` +
    'End your turn: if you sit in it, the piece comes to you as a prompt.'
  )
}

const passInput = {
  turn_id: z.string().min(1).max(40).describe('The grt-… of the prompt that gave you the piece'),
  to: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Who has not spoken in this round yet; the next in order without it'),
}

/** Gives the talking piece on. */
export const passPiece: Tool<typeof passInput> = {
  name: 'pass_piece',
  description:
    'Passes the talking piece on, in a gathering, while you hold it. Takes effect when your turn ends: call it first, then ' +
    'end your turn with your words, which go to everybody. The last line PASS or PASS: NAME does the same ' +
    'without a tool. Ending your turn without passing does not pass: you keep the piece, and are asked again.',
  readOnly: false,
  input: passInput,
  failed: { passed: false },
  async call(client, { turn_id, to }, call) {
    const { id, phase, round } = await client.passPiece(turn_id, to, call)
    const hint = `The piece goes to ${to === undefined ? 'the next in order' : `"${to}"`} when this turn ends. End it now with your words to the circle.`
    const fields = { passed: true, gathering_id: id, ...told({ to }), phase, round, hint }
    return { fields, text: hint }
  },
}
