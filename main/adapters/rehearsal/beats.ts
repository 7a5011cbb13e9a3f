import { clip } from './answer.ts'
import { BEAT } from './letters.ts'
import { tell, type Play } from './play.ts'
import { silent } from './talk.ts'
import { topicOf, type Topic } from './topics.ts'

/** What a timer has put before the agent. */
interface Beat {
  readonly intent: string
  /** Who has set it: `You told yourself`, `The person told you`, or `Your own work` where Janus has. */
  readonly by: string
  /** The note, and under it what was attached. */
  readonly note: string
  readonly attached: string
}

/** What plays when a timer has fired, or null where none has. */
export function sceneForBeat(prompt: string): Play | null {
  const beat = readBeat(prompt)
  if (beat === null) return null
  switch (beat.intent) {
    case 'anchor':
      return backAtWork(beat)
    case 'check':
      return tell(seenIn(beat.attached))
    default:
      return tell(waitedFor(beat))
  }
}

/** The person's own anchor has work in it that can be done again; whatever else leads back here is done already. */
function backAtWork({ by, note }: Beat): Play {
  const topic = by === 'The person told you' ? topicOf(note) : null
  return topic === null ? tell(silent) : lookInto(topic)
}

function* lookInto({ opening, play }: Topic): Play {
  yield* tell(opening)
  yield* tell(yield* play())
}

/** A look needs a word only where something is the matter. */
function seenIn(attached: string): string {
  const [, name = 'It', status = 'there'] = /^"(.+?)" is (\w+), for /m.exec(attached) ?? []
  const open = /^msg-/m.test(attached) ? ' A question between us is still open.' : ''
  const isWell = /^(?:there|idle|working|starting|asleep)$/.test(status)
  return open === '' && isWell ? silent : `I have looked: ${name} is ${status}.${open}`
}

function waitedFor({ note, attached }: Beat): string {
  return /not (?:read|answered) yet/.test(attached)
    ? `About “${note}”: the answer has not come yet. I go on without it.`
    : `About “${note}”: there is nothing more to wait for.`
}

function readBeat(prompt: string): Beat | null {
  const lines = prompt.split('\n')
  const at = lines.findIndex((line) => BEAT.test(line))
  const [, intent] = BEAT.exec(lines[at] ?? '') ?? []
  if (intent === undefined) return null
  const [, by = '', note = ''] =
    /^(?:(You told yourself|The person told you|Your own work): )?(.*)$/.exec(lines[at + 1] ?? '') ?? []
  return { intent, by, note: clip(note, 160), attached: lines.slice(at + 2).join('\n') }
}
