import { clip } from './answer.ts'
import type { Letter } from './letters.ts'
import { call, tell, type Play } from './play.ts'
import { fieldsOf, reasonIn } from './results.ts'

/** Who listens in a gathering that the model proposes. */
const scribe = 'Scribe'

/** Of a circle without names, so that it comes to its end in a rehearsal. */
const mostSeats = 6

interface Peer {
  readonly name: string
  readonly role?: string
  /** The topic of the gathering that it sits in. */
  readonly gathering?: string
}

interface Listed {
  readonly agents?: readonly Peer[]
  readonly self?: string
}

/** Proposes a gathering; the person starts it. Without names all who are there sit. */
export function* propose(names: readonly string[], withPerson: boolean, matter: string): Play {
  yield* tell('I propose a gathering: several of us, one question, and somebody who only listens.')
  const { agents = [], self = '' } = fieldsOf((yield* call('list_agents', {})).text) as Listed
  const listens = listenerAmong(agents, names)
  const { text, failed } = yield* call('start_gathering', {
    topic: clip(capital(matter), 100),
    question: `What do we do about ${matter}?`,
    participants: (names.length > 0 ? names : sittersAmong(agents, self, listens)).map((name) => ({ name })),
    harvester: listens === undefined ? { name: scribe, spawn: {} } : { name: listens },
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

/** Whoever is there to listen: by name or by role, and not asked to speak. */
function listenerAmong(agents: readonly Peer[], names: readonly string[]): string | undefined {
  const speak = new Set(names.map((name) => name.toLowerCase()))
  const free = agents.filter(
    ({ name, gathering }) => gathering === undefined && !speak.has(name.toLowerCase()),
  )
  const byName = free.find(({ name }) => name.toLowerCase() === scribe.toLowerCase())
  return (byName ?? free.find(({ role = '' }) => /harvest|scribe/i.test(role)))?.name
}

/** The others who are free; where that makes no circle, who proposes sits too. */
function sittersAmong(agents: readonly Peer[], self: string, listens: string | undefined): readonly string[] {
  const others = agents.filter(
    ({ name, gathering }) => name !== self && name !== listens && gathering === undefined,
  )
  const names = others.slice(0, mostSeats).map(({ name }) => name)
  return names.length > 1 ? names : [...names, self]
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
