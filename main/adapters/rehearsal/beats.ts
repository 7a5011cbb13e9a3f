import { clip } from './answer.ts'
import { BEAT } from './letters.ts'
import { tell, type Play } from './play.ts'

/** What a timer has put before the agent. */
interface Beat {
  readonly intent: string
  /** The note, and under it what was attached. */
  readonly note: string
  readonly attached: string
}

/** What plays when a timer has fired, or null where none has. */
export function sceneForBeat(prompt: string): Play | null {
  const beat = readBeat(prompt)
  return beat === null ? null : tell(wordsOf(beat))
}

function wordsOf({ intent, note, attached }: Beat): string {
  if (intent === 'anchor') return `Back at my own work, “${note}”: nothing is left to do there.`
  if (intent === 'check') {
    const [, name = 'It', status = 'there'] = /^"(.+?)" is (\w+), for /m.exec(attached) ?? []
    const open = /^msg-/m.test(attached)
      ? ' A question between us is still open.'
      : ' It needs no word of mine.'
    return `I have looked: ${name} is ${status}.${open}`
  }
  return /not (?:read|answered) yet/.test(attached)
    ? `About “${note}”: the answer has not come yet. I go on without it.`
    : `About “${note}”: there is nothing more to wait for.`
}

function readBeat(prompt: string): Beat | null {
  const lines = prompt.split('\n')
  const at = lines.findIndex((line) => BEAT.test(line))
  const [, intent] = BEAT.exec(lines[at] ?? '') ?? []
  if (intent === undefined) return null
  const note = (lines[at + 1] ?? '').replace(/^(?:You told yourself|The person told you|Your own work): /, '')
  return { intent, note: clip(note, 160), attached: lines.slice(at + 2).join('\n') }
}
