import { noticeLimit, noticesPerHour } from '../../main/contract/api/limits.ts'
import { z } from 'zod'
import type { Tool } from '../shared/tool.ts'

const input = {
  text: z.string().trim().min(1).max(noticeLimit).describe('One or two sentences'),
}

/** Tells the user something before the turn ends. */
export const notifyUser: Tool<typeof input> = {
  name: 'notify_user',
  description:
    'Shows your user a short notice now, while you go on working: something they should know before your turn ends, such as a ' +
    `problem or a result they wait for. ${String(noticesPerHour)} an hour appear at once; more are shown together later. It asks ` +
    'nothing: no answer comes.',
  readOnly: false,
  oldNames: { message: 'text' },
  input,
  failed: { shown: false },
  async call(ask, { text }, call) {
    const { shown, inSeconds } = await ask('notices.send', { text, idempotencyKey: call.key }, call)
    const minutes = Math.max(1, Math.round(inSeconds / 60))
    const hint = shown
      ? 'Your user sees it now. Go on with your work; do not repeat it in the last words of this turn.'
      : `Your user was shown ${String(noticesPerHour)} notices within an hour: this one is shown with the next ones in ${String(minutes)} min. Go on.`
    return { fields: { shown, ...(shown ? {} : { in_seconds: inSeconds }), hint }, text: hint }
  },
}
