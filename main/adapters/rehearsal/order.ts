import { known, NAME, toPeer } from './wish.ts'

/** What the person wants of an agent that is about others, but no message: a link, a look, a timer. */
export type Order =
  | { readonly do: 'talk'; readonly name: string; readonly opening: string; readonly matter: string }
  | { readonly do: 'link' | 'unlink' | 'look'; readonly name: string }
  | { readonly do: 'check'; readonly name: string; readonly seconds: number }
  | { readonly do: 'anchor'; readonly matter: string; readonly seconds: number }
  | {
      readonly do: 'gather'
      /** None: whoever is there. */
      readonly names: readonly string[]
      readonly withPerson: boolean
      readonly matter: string
    }

const AFTER = String.raw`(?:in|every|after)\s+(\d{1,4})\s*(seconds?|secs?|s|minutes?|mins?|min)\b`
const order = (words: string): RegExp => new RegExp(String.raw`^(?:please\s+)?${words}$`, 'iu')

const TALK = order(
  String.raw`(?:talk|discuss|speak)\s+(?:with|to)\s+${NAME}(?:\s+about\s+([\s\S]+?)|\s+and\s+(never stop))?`,
)
const LINK = order(String.raw`(?:link|connect)(?:\s+up)?\s+(?:with|to)\s+${NAME}`)
const UNLINK = order(String.raw`(?:close|end)\s+(?:the|your)\s+link\s+(?:with|to)\s+${NAME}`)
const LOOK = order(String.raw`look\s+(?:at|in on)\s+${NAME}`)
const CHECK = order(String.raw`(?:look|check)\s+(?:at|on|in on)\s+${NAME}\s+${AFTER}`)
const GATHER = order(String.raw`(?:gather|convene)\s+([^\n]{1,400}?)\s+about\s+([^\n]{1,200})`)
const PROPOSE = order(
  String.raw`(?:propose|suggest|call|convene)\s+a\s+(?:gathering|circle)(?:\s+(?:with|of)\s+([^\n]{1,400}?))?\s+(?:about|on)\s+([^\n]{1,200})`,
)
const EVERYBODY = /^(?:everybody|everyone|all)$/i
/** Names behind the matter are known by their capitals: "about the fares with Scout and me". */
const ONE = String.raw`(?:@?\p{Lu}[\p{L}\p{N}._-]*(?: \d+)?|me)`
const WITH = new RegExp(String.raw`^(.+?)\s+with\s+(${ONE}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+)${ONE})*)$`, 'u')
const ANCHOR = order(String.raw`come back to\s+([\s\S]+?)\s+${AFTER}`)

/** Reads such an order in the person's words, or null. */
export function readOrder(words: string): Order | null {
  const text = words.trim().replace(/[.!]$/, '')
  const talk = named(TALK, text)
  if (talk !== null) {
    const [about, endless] = talk.rest
    if (endless !== undefined)
      return { do: 'talk', name: talk.name, opening: 'I never stop: 1.', matter: endless }
    const opening = about === undefined ? 'What is left to do here?' : openingAbout(about)
    return { do: 'talk', name: talk.name, opening, matter: about ?? 'what is left to do' }
  }
  for (const [pattern, what] of [
    [LINK, 'link'],
    [UNLINK, 'unlink'],
    [LOOK, 'look'],
  ] as const) {
    const found = named(pattern, text)
    if (found !== null) return { do: what, name: found.name }
  }
  const [, circle, about] = PROPOSE.exec(text) ?? GATHER.exec(text) ?? []
  if (about !== undefined) return gathering(circle, about.replace(/[?.!]$/, ''))
  const check = named(CHECK, text)
  if (check !== null) return { do: 'check', name: check.name, seconds: secondsIn(check.rest) }
  const [, matter, ...time] = ANCHOR.exec(text) ?? []
  return matter === undefined ? null : { do: 'anchor', matter, seconds: secondsIn(time) }
}

/** "Scout, Builder and me": `me` is the person. Without a name it is everybody who is there. */
function gathering(names: string | undefined, about: string): Order | null {
  const [, before = about, behind] = WITH.exec(about) ?? []
  const circle = names ?? behind
  const matter = names === undefined ? before : about
  if (circle === undefined || EVERYBODY.test(circle))
    return { do: 'gather', names: [], withPerson: false, matter }
  return circleOf(circle, matter)
}

function circleOf(circle: string, matter: string): Order | null {
  const all = circle.split(/\s*,\s*(?:and\s+)?|\s+and\s+/).map((name) => name.replace(/^@|["“”]/g, '').trim())
  const names = all.filter((name) => known(name) !== null)
  const withPerson = all.some((name) => /^me$/i.test(name))
  if (names.length + Number(withPerson) < all.length || names.length === 0) return null
  return { do: 'gather', names, withPerson, matter }
}

function openingAbout(about: string): string {
  return `${toPeer('ask', `about ${about}`).replace(/\?$/, '')}, and what is left to do?`
}

function named(
  pattern: RegExp,
  text: string,
): { name: string; rest: readonly (string | undefined)[] } | null {
  const [, quoted, curly, plain, ...rest] = pattern.exec(text) ?? []
  const name = known(quoted ?? curly ?? plain)
  return name === null ? null : { name, rest }
}

/** What a timer takes: 5 s at least. */
function secondsIn([count = '', unit = '']: readonly (string | undefined)[]): number {
  return Math.max(5, Number(count) * (/^m/i.test(unit) ? 60 : 1))
}
