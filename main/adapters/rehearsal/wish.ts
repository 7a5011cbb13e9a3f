/** How soon another agent is to read something. */
export type Urgency = 'low' | 'normal' | 'high' | 'urgent'

/** What the person wants another agent to be told. */
export interface Wish {
  readonly name: string
  /** In words to that agent. */
  readonly message: string
  readonly urgency: Urgency
  /** The answer is waited for. */
  readonly waits: boolean
  /** The two are to be linked. */
  readonly links: boolean
}

/** A name in an order: three groups, one of which matches. */
export const NAME = String.raw`@?(?:"([^"\n]{1,40})"|“([^”\n]{1,40})”|([\p{L}\p{N}][\p{L}\p{N}._-]*(?: \d+)?))`
/** "Ask Scout whether …", "Tell Scout: …", "Write to Scout …", "Tell Scout at once …", "Interrupt Scout: …" */
const ORDER = new RegExp(
  String.raw`^(?:please\s+)?(ask|tell|message|write(?:\s+to)?|let|interrupt)\s+${NAME}(?:\s+(at once|right away|urgently))?\s*[,:]?\s+([\s\S]+)$`,
  'iu',
)
/** "Leave Scout a note: …", "Leave a note for Scout: …" */
const NOTES = [String.raw`leave\s+${NAME}\s+a\s+note`, String.raw`leave\s+a\s+note\s+for\s+${NAME}`].map(
  (order) => new RegExp(String.raw`^(?:please\s+)?${order}\s*[,:]?\s+([\s\S]+)$`, 'iu'),
)
/** "Scout, …" and "@Scout …" */
const ADDRESS = new RegExp(
  String.raw`^(?:@([\p{L}\p{N}._-]+)[,:]?|(\p{Lu}[\p{L}\p{N}._-]*(?: \d+)?)[,:])\s+([\s\S]+)$`,
  'u',
)
/** "… and link", "… and link with it" */
const LINKS = /,?\s+and link(?: up)?(?: with (?:it|him|her|them))?[.!]?$/i
/** "… and wait", "… and wait for the answer" */
const WAITS = /,?\s+and wait(?: for (?:the|its|his|her|their|an) (?:answer|reply))?[.!]?$/i

const nobody = new Set(
  (
    'me us him her it them the a an my your yourself somebody someone for about if whether what how why which who ' +
    'when where this that down up some one tests code to in on at'
  ).split(' '),
)
const openings = new Set(
  (
    'hello hi hey please ok okay yes no well thanks now then also so and but if when first second next finally note ' +
    'todo question sorry'
  ).split(' '),
)

/** Reads whom the person's words are meant for; null when for nobody else. */
export function readWish(words: string): Wish | null {
  const text = words.trim()
  const links = LINKS.test(text)
  const bare = text.replace(LINKS, '')
  const waits = WAITS.test(bare)
  const wish = wishOf(bare.replace(WAITS, ''))
  return wish === null ? null : { ...wish, waits: waits && wish.urgency !== 'low', links }
}

function wishOf(text: string): Omit<Wish, 'waits' | 'links'> | null {
  for (const note of NOTES) {
    const [, quoted, curly, plain, said = ''] = note.exec(text) ?? []
    const name = known(quoted ?? curly ?? plain)
    if (name !== null) return { name, message: toPeer('tell', said), urgency: 'low' }
  }
  const [, verb = '', quoted, curly, plain, soon = '', rest = ''] = ORDER.exec(text) ?? []
  const name = known(quoted ?? curly ?? plain)
  if (name !== null) return { name, message: toPeer(verb, rest), urgency: urgencyOf(verb, soon) }
  const [, at, addressed, said = ''] = ADDRESS.exec(text) ?? []
  const to = at ?? addressed
  if (to === undefined || openings.has(to.toLowerCase())) return null
  return { name: to, message: sentence(said), urgency: 'normal' }
}

/** The name, unless the word stands for nobody's. */
export function known(name: string | undefined): string | null {
  return name === undefined || nobody.has(name.toLowerCase()) ? null : name
}

function urgencyOf(verb: string, soon: string): Urgency {
  if (/^interrupt$/i.test(verb) || /^urgently$/i.test(soon)) return 'urgent'
  return soon === '' ? 'normal' : 'high'
}

/** The person's words about a matter as words to the other: "whether it works" → "Can you tell me whether it works?" */
export function toPeer(verb: string, rest: string): string {
  const matter = rest.trim()
  const bare = matter.replace(/[.!?]+$/, '')
  if (/^let$/i.test(verb)) return sentence(`Please ${bare.replace(/^know\b/i, 'note')}`)
  if (/^to\s/i.test(matter)) return sentence(`Please ${bare.replace(/^to\s+/i, '')}`)
  if (/^that\s/i.test(matter)) return sentence(bare.replace(/^that\s+/i, ''))
  if (!/^ask$/i.test(verb)) return sentence(matter)
  if (/^(whether|if)\s/i.test(matter)) return `Can you tell me ${bare}?`
  if (/^about\s/i.test(matter)) return `What can you say ${bare}?`
  if (/^(what|which|who|where|when|why|how|is|are|does|do|can|has|have)\b/i.test(matter))
    return `${capital(bare)}?`
  return sentence(/^for\s/i.test(matter) ? `Please give me ${bare.replace(/^for\s+/i, '')}` : matter)
}

function sentence(text: string): string {
  return capital(/[.!?)`"”]$/.test(text) ? text : `${text}.`)
}

function capital(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}
