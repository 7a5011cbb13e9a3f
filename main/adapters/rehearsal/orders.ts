import {
  askPeer,
  checkOn,
  playCloseLink,
  comeBack,
  playLookAt,
  playOpenLink,
  playPropose,
  talk,
} from './peers.ts'
import type { Play } from './play.ts'
import { capital } from './words.ts'

/** Named groups of an order; missing ones are empty. */
type Said = (group: string) => string

const NAME = String.raw`@?(?<name>"[^"\n]{1,40}"|“[^”\n]{1,40}”|[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}_-])?(?:@[a-z][a-z0-9-]{0,23}\b)?(?: \d+)?)`
const AFTER = String.raw`(?:in|every|after) (?<count>\d{1,4}) ?(?<unit>s|m)[a-z]*`
const order = (words: string): RegExp => new RegExp(`^(?:please )?${words}$`, 'isu')
/** Words that could be mistaken for names. */
const nobody = new Set(
  (
    'me us him her it them the a an my your yourself somebody someone for about if whether what how why which who ' +
    'when where this that down up some one tests code to in on at hello hi hey please ok okay yes no well thanks now ' +
    'then also so and but first second next finally note todo question sorry'
  ).split(' '),
)

/** Orders of the user about other agents; the first match is played. */
const orders: readonly (readonly [words: RegExp, play: (said: Said) => Play])[] = [
  [
    order(
      String.raw`(?:gather|(?:propose|suggest|convene) a (?:gathering|circle)(?: with)?)(?: (?<circle>.{1,400}?))? about (?<about>.{1,200}?)[.!?]?`,
    ),
    (said) => gather(said('circle'), said('about')),
  ],
  [
    order(
      `(?:talk|discuss|speak) (?:with|to) ${NAME}(?: about (?<about>.+?)| and (?<endless>never stop))?[.!]?`,
    ),
    (said) => talk(said('name'), said('about'), said('endless') !== ''),
  ],
  [order(`(?:link|connect)(?: up)? (?:with|to) ${NAME}[.!]?`), (said) => playOpenLink(said('name'))],
  [order(`(?:close|end) (?:the|your) link (?:with|to) ${NAME}[.!]?`), (said) => playCloseLink(said('name'))],
  [
    order(`(?:look|check) (?:at|on|in on) ${NAME} ${AFTER}[.!]?`),
    (said) => checkOn(said('name'), secondsIn(said)),
  ],
  [order(`look (?:at|in on) ${NAME}[.!]?`), (said) => playLookAt(said('name'))],
  [order(`come back to (?<about>.+?) ${AFTER}[.!]?`), (said) => comeBack(said('about'), secondsIn(said))],
  [
    order(`leave (?:a note for )?${NAME}(?: a note)?(?:,|:| that)? (?<message>.+)`),
    (said) => askPeer({ name: said('name'), message: toPeer('', said('message')), soon: 'low', then: '' }),
  ],
  [
    order(
      `(?<verb>ask|tell|message|write(?: to)?|interrupt) ${NAME}(?: (?<soon>at once|right away|urgently))?[,:]? (?<message>.+?)(?:,? and (?<then>wait|link)\\b[^.!?]*[.!]?)?`,
    ),
    (said) =>
      askPeer({
        name: said('name'),
        message: toPeer(said('verb'), said('message')),
        soon: soonOf(said('verb'), said('soon')),
        then: said('then').toLowerCase(),
      }),
  ],
  [
    // Without a verb only a capitalized word counts as a name.
    new RegExp(`^(?:@(?=\\S)|(?=\\p{Lu}))${NAME}[,:]? (?<=^@.*|[,:] )(?<message>.+)$`, 'su'),
    (said) => askPeer({ name: said('name'), message: sentence(said('message')), soon: 'normal', then: '' }),
  ],
]

/** Returns null when the text is no such order. */
export function playOrder(words: string): Play | null {
  for (const [pattern, play] of orders) {
    const groups = pattern.exec(words.trim())?.groups
    const said: Said = (group) => groups?.[group]?.replace(/^["“]|["”]$/g, '') ?? ''
    if (groups !== undefined && !nobody.has(said('name').toLowerCase())) return play(said)
  }
  return null
}

function soonOf(verb: string, soon: string): 'normal' | 'high' | 'urgent' {
  if (/^interrupt$/i.test(verb) || /^urgently$/i.test(soon)) return 'urgent'
  return soon === '' ? 'normal' : 'high'
}

/**
 * Rephrases the user's words for the other agent: "whether it works" → "Can you tell me whether it works?"
 */
function toPeer(verb: string, said: string): string {
  const bare = said.trim().replace(/[.!?]+$/, '')
  if (/^to /i.test(bare)) return sentence(`Please ${bare.slice(3)}`)
  if (/^that /i.test(bare)) return sentence(bare.slice(5))
  if (!/^ask$/i.test(verb)) return sentence(said)
  if (/^(whether|if) /i.test(bare)) return `Can you tell me ${bare}?`
  if (/^about /i.test(bare)) return `What can you say ${bare}?`
  if (/^(what|which|who|where|when|why|how|is|are|does|do|can|has|have)\b/i.test(bare))
    return `${capital(bare)}?`
  return sentence(said)
}

function sentence(text: string): string {
  return capital(/[.!?)`"”]$/.test(text) ? text : `${text}.`)
}

/**
 * Parses names such as "Scout, Builder and me", where `me` is the user. Without names everyone takes part.
 */
function gather(circle: string, about: string): Play {
  // Names after the topic are recognized by their capitals: "about the fares with Scout and me".
  const [, matter = about, behind = ''] = /^(.+) with ((?=.*\p{Lu})[^ ].*)$/u.exec(about) ?? []
  const named = (circle === '' ? behind : circle).replace(/^(?:everybody|everyone|all)$/i, '')
  const all = named.split(/,? and |, /).filter((name) => name !== '')
  const names = all.map((name) => name.replace(/^@|["“”]/g, '')).filter((name) => !/^me$/i.test(name))
  return playPropose(names, names.length < all.length, circle === '' ? matter : about)
}

/** At least 5 s, the minimum of timers. */
function secondsIn(said: Said): number {
  return Math.max(5, Number(said('count')) * (said('unit').toLowerCase() === 'm' ? 60 : 1))
}
