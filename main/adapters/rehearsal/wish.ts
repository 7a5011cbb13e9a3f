/** What the person wants another agent to be told. */
export interface Wish {
  readonly name: string
  /** In words to that agent. */
  readonly message: string
}

const NAME = String.raw`@?(?:"([^"\n]{1,40})"|“([^”\n]{1,40})”|([\p{L}\p{N}][\p{L}\p{N}._-]*(?: \d+)?))`
/** "Ask Scout whether …", "Tell Scout: …", "Write to Scout …" */
const ORDER = new RegExp(
  String.raw`^(?:please\s+)?(ask|tell|message|write(?:\s+to)?|let)\s+${NAME}\s*[,:]?\s+([\s\S]+)$`,
  'iu',
)
/** "Scout, …" and "@Scout …" */
const ADDRESS = new RegExp(
  String.raw`^(?:@([\p{L}\p{N}._-]+)[,:]?|(\p{Lu}[\p{L}\p{N}._-]*(?: \d+)?)[,:])\s+([\s\S]+)$`,
  'u',
)

const nobody = new Set([
  ...[
    'me',
    'us',
    'him',
    'her',
    'it',
    'them',
    'the',
    'a',
    'an',
    'my',
    'your',
    'yourself',
    'somebody',
    'someone',
  ],
  ...['for', 'about', 'if', 'whether', 'what', 'how', 'why', 'which', 'who', 'when', 'where', 'this', 'that'],
  ...['down', 'up', 'some', 'one', 'tests', 'code', 'to', 'in', 'on', 'at'],
])
const openings = new Set([
  ...[
    'hello',
    'hi',
    'hey',
    'please',
    'ok',
    'okay',
    'yes',
    'no',
    'well',
    'thanks',
    'now',
    'then',
    'also',
    'so',
  ],
  ...['and', 'but', 'if', 'when', 'first', 'second', 'next', 'finally', 'note', 'todo', 'question', 'sorry'],
])

/** Reads whom the person's words are meant for; null when for nobody else. */
export function readWish(words: string): Wish | null {
  const text = words.trim()
  const [, verb = '', quoted, curly, plain, rest = ''] = ORDER.exec(text) ?? []
  const name = quoted ?? curly ?? plain
  if (name !== undefined && !nobody.has(name.toLowerCase())) return { name, message: toPeer(verb, rest) }
  const [, at, addressed, said = ''] = ADDRESS.exec(text) ?? []
  const to = at ?? addressed
  if (to === undefined || openings.has(to.toLowerCase())) return null
  return { name: to, message: sentence(said) }
}

/** The person's words about a matter as words to the other: "whether it works" → "Can you tell me whether it works?" */
function toPeer(verb: string, rest: string): string {
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
