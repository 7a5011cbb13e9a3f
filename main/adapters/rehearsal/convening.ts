import { clip } from './answer.ts'
import type { Letter } from './letters.ts'
import { call, tell, type Play } from './play.ts'
import { fieldsOf, reasonIn } from './results.ts'

/** Who listens in a gathering that the model proposes. */
const scribe = 'Scribe'

/** Proposes a gathering; the person starts it. */
export function* propose(names: readonly string[], withPerson: boolean, matter: string): Play {
  yield* tell('I propose a gathering: several of us, one question, and somebody who only listens.')
  const listed = fieldsOf((yield* call('list_agents', {})).text) as { agents?: readonly { name: string }[] }
  const isThere = listed.agents?.some(({ name }) => name.toLowerCase() === scribe.toLowerCase()) === true
  const { text, failed } = yield* call('start_gathering', {
    ...{ topic: clip(capital(matter), 100), question: `What do we do about ${matter}?` },
    participants: names.map((name) => ({ name })),
    harvester: { name: scribe, ...(isThere ? {} : { spawn: {} }) },
    ...(withPerson ? { human: {} } : {}),
  })
  if (failed) return yield* tell(`It was not proposed. ${reasonIn(text)}`)
  const { state } = fieldsOf(text) as { state?: string }
  yield* tell(
    state === 'proposed'
      ? 'It is proposed: you decide whether it begins. What comes of it reaches me as a message.'
      : 'It begins now. What comes of it reaches me as a message.',
  )
}

/** What was harvested, in a few words for the person; null for anything else that Janus says. */
export function hearHarvest({ from, words }: Letter): Play | null {
  const [, topic] = /^The gathering "(.*?)" is closed: /.exec(words) ?? []
  if (from !== 'Janus' || topic === undefined) return null
  if (!words.includes('Its harvest:'))
    return tell(`“${clip(topic, 80)}” is over, and there is no harvest of it.`)
  const [first] = linesUnder(words, 'Decided')
  const open = linesUnder(words, 'Open').length
  const what = first === undefined ? 'Nothing was decided.' : `It was decided: ${clip(first, 240)}`
  const more = open === 0 ? '' : open === 1 ? ' One point stays open.' : ` ${String(open)} points stay open.`
  return tell(`The harvest of “${clip(topic, 80)}” is in. ${what}${more}`)
}

/** The lines of one section, without the ids on which they rest. */
function linesUnder(words: string, heading: string): readonly string[] {
  const [, section = ''] = words.split(new RegExp(`^## ${heading}[ \\t]*$`, 'm'))
  const [own = ''] = section.split(/^(?:##|```)/m)
  return own.split('\n').flatMap((line) => {
    const [, text] = /^- (.*?)(?: \[utt-[^\]]*\])?$/.exec(line.trim()) ?? []
    return text === undefined ? [] : [text]
  })
}

const capital = (text: string): string => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
