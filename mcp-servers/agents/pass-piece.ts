import { z } from 'zod'
import { told, type Tool } from './tool.ts'

const input = {
  turn_id: z.string().min(1).max(40).describe('The grt-… of the prompt that gave you the piece'),
  to: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Who has not spoken in this round yet; the next in order without it'),
}

/** Gives the talking piece on. */
export const passPiece: Tool<typeof input> = {
  name: 'pass_piece',
  description:
    'Passes the talking piece on, in a gathering, while you hold it. Takes effect when your turn ends: call it first, then ' +
    'end your turn with your words, which go to everybody. The last line PASS or PASS: NAME does the same ' +
    'without a tool. Neither passing nor ending your turn: you keep the piece until the next beat.',
  readOnly: false,
  input,
  failed: { passed: false },
  async call(client, { turn_id, to }, call) {
    const { id, phase, round } = await client.passPiece(turn_id, to, call)
    const hint = `The piece goes to ${to === undefined ? 'the next in order' : `"${to}"`} when this turn ends. End it now with your words to the circle.`
    const fields = { passed: true, gathering_id: id, ...told({ to }), phase, round, hint }
    return { fields, text: hint }
  },
}
