import { z } from 'zod'
import { mostRounds, seatCount } from '../../main/contract/limits.ts'
import type { PassingThere } from '../../main/contract/gathering-views.ts'
import type { GatheringReport } from '../../main/contract/reports.ts'
import type { Plan } from './client.ts'
import { told } from '../shared/tool.ts'
import type { Tool } from './tool.ts'

const number = z.int().min(1).max(99).optional()
const role = z.string().max(200).optional()
const spawn = z
  .strictObject({ cwd: z.string().min(1).max(4096).optional(), model: z.string().min(1).max(200).optional() })
  .optional()
  .describe('A new tab of that name; your folder without cwd')
const name = z.string().min(1).max(200)
const rounds = z.int().min(1).max(mostRounds)

// How long a turn is, what it may cost and whether the inhale is sealed is the person's, on the card or in a rhythm.
const planInput = {
  topic: z.string().min(1).max(120).describe('A few words, one line'),
  question: z.string().min(1).max(4096).describe('The one question that everybody speaks to'),
  participants: z
    .array(z.strictObject({ name, number, role, spawn }))
    .min(1)
    .max(seatCount.most)
    .describe(
      'Who speaks, in this order unless numbered; names as list_agents shows them. role: from where it looks, one line. ' +
        'Yourself too, if you want to speak',
    ),
  harvester: z
    .strictObject({ name, spawn })
    .describe('Listens, never speaks, writes the harvest; none of the participants'),
  human: z.strictObject({ number, role }).optional().describe('A seat for the person'),
  structure: z
    .array(rounds)
    .length(3)
    .optional()
    .describe('Rounds of inhale (each alone), hold (friction), exhale (convergence); [2, 2, 2] without it'),
  rhythm: z.string().min(1).max(40).optional().describe('A preset instead: check-in, decide, review'),
}

/** Brings agents, and the person, together around one question. */
export const startGathering: Tool<typeof planInput> = {
  name: 'start_gathering',
  description:
    'Proposes a gathering: agents, and the person if they like, speak in turn to one question, and a silent harvester ' +
    'writes what came of it. For a decision or review that needs several views: for one answer use send_to_agent, for ' +
    'lasting exchange open_link. The person starts it. Nobody sits in two.',
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

function planOf({ structure, ...plan }: z.output<z.ZodObject<typeof planInput>>): Plan {
  if (structure === undefined) return plan
  const [inhale = 2, hold = 2, exhale = 2] = structure
  return { ...plan, structure: [inhale, hold, exhale] }
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
    'Passes the talking piece on when this turn ends: call it first, then end your turn with your words. The last line ' +
    'PASS or PASS: NAME does the same without a tool; without either you keep the piece.',
  readOnly: false,
  input: passInput,
  failed: { passed: false },
  async call(client, { turn_id, to }, call) {
    const report = await client.passPiece(turn_id, to, call)
    if ('house' in report) return passingThere(report, to)
    const { id, phase, round } = report
    const hint = `The piece goes to ${to === undefined ? 'the next in order' : `"${to}"`} when this turn ends. End it now with your words to the circle.`
    const fields = { passed: true, gathering_id: id, ...told({ to }), phase, round, hint }
    return { fields, text: hint }
  },
}

/** In a circle of another house the answer itself says it: what becomes of it is decided there. */
function passingThere({ id, house, line }: PassingThere, to: string | undefined) {
  const unless =
    to === undefined ? '' : ' A name that does not sit there moves nothing, and you are asked once more.'
  const hint = `Your answer goes to ${house} with the last line ${line}: there the piece moves on when it comes.${unless} End your turn now with your words to the circle.`
  return { fields: { passed: true, gathering_id: id, ...told({ to }), hint }, text: hint }
}
