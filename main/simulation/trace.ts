import { agentReasonWords } from '../contract/agent-words.ts'
import { timerReasonWords } from '../contract/timer-words.ts'
import { messageReasonWords } from '../contract/message-words.ts'
import type { Row } from '../core/effects.ts'
import { wordOf } from './ledger.ts'
import { traceOfCircle } from './trace-circle.ts'

/** What a commit changed, a line each, for whoever reads the story of a world. */
export function trace(rows: readonly Row[]): readonly string[] {
  return rows.flatMap((row): string[] => {
    switch (row.table) {
      case 'message': {
        const { id, to, state, reason, priority, hold, ahead, expectsReply, reply, now } = row.row
        const marks = [
          hold,
          ahead && `ahead ${ahead}`,
          now && 'now',
          expectsReply && 'ticket',
          reply && 'replied',
        ]
        const why = messageReasonWords(reason, 'person')
        const words = [wordOf(row.row.body), priority, state, why, row.open ? '' : 'settled', ...marks]
        return [`    ${id} at ${to}: ${words.filter((word) => word !== '' && word).join(', ')}`]
      }
      case 'frame': {
        const { id, agent, kind, how, phase, broke, messages } = row.row
        const why = broke ? ` (${broke.why})` : ''
        const end = row.open ? '' : ' settled'
        return [
          `    frame ${id.slice(0, 8)} at ${agent}: ${kind} ${how} ${phase}${why}${end} ${messages.join()}`,
        ]
      }
      case 'turn':
        return row.open ? [] : [`    turn ${String(row.row.n)} of ${row.row.agent} ended: ${row.row.outcome}`]
      case 'agent':
        return [`    ${row.row.id} is ${row.row.status} ${agentReasonWords(row.row.reason, 'person')}`]
      case 'link': {
        const { id, members, mode, budgetUsed: used, budgetGranted: allowed, episode, asks, closed } = row.row
        const asked = asks.map(({ by, of }) => `${by} waits for ${of}`)
        const counts = `${String(used)} of ${String(allowed)} in episode ${String(episode)}`
        return [`    ${id} of ${members.join()}: ${[mode, counts, ...asked, closed?.why].join(', ')}`]
      }
      case 'crossing': {
        const { id, link, from, kind, text, sent } = row.row
        const whom = sent.map(({ to, carriage }) => `${to} (${carriage})`).join()
        return [`    ${id} over ${link} from ${from}: ${kind} ${wordOf(text)} to ${whom}`]
      }
      case 'heartbeat': {
        const { id, agent, intent, state, reason, dueAt, fired } = row.row
        const due = new Date(dueAt).toISOString().slice(11, 19)
        return [
          `    ${id} of ${agent}: ${intent} ${state} ${timerReasonWords(reason, 'person')}, due ${due}, fired ${String(fired)}`,
        ]
      }
      case 'gathering':
      case 'utterance':
        return [traceOfCircle(row)]
      case 'entry':
      case 'copied':
      case 'forgotten':
        return []
    }
  })
}
