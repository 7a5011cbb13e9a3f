import { seenPicture } from './asked.ts'

/** A part of a prompt, recognized by the header lines of Janus. */
export type PromptPart =
  | { readonly kind: 'words'; readonly words: string }
  | PromptMessage
  | { readonly kind: 'timer'; readonly intent: string; readonly lines: readonly string[] }
  /** From a gathering: introduction, statement of another seat, status. */
  | { readonly kind: 'seed'; readonly topic: string; readonly text: string }
  | {
      readonly kind: 'spoken'
      readonly name: string
      readonly words: string
      readonly utterance: string | null
    }
  | { readonly kind: 'news'; readonly words: string }
  /** The agent's own text. */
  | { readonly kind: 'own'; readonly words: string }
  /** A picture. */
  | { readonly kind: 'seen' }
  | CircleCall

/** A message of another agent, the user or Janus. */
export interface PromptMessage {
  readonly kind: 'letter'
  readonly from: string
  readonly words: string
  /** Id of the ticket to reply to. */
  readonly ticket: string | null
  /** Id of the ticket that it answers. */
  readonly answers: string | null
  /** It came over a link. */
  readonly crossed: boolean
  /** A reminder of Janus about an unanswered question. */
  readonly isReminder: boolean
}

/** A gathering's call to a member. */
export interface CircleCall {
  readonly kind: 'grant' | 'beat' | 'final' | 'harvest'
  readonly text: string
}

const from =
  /^\[(?:From (?:agent "(?<agent>.+?)"(?:(?<link>, over your link)?(?:, [^"\]]+)?|, to the group ".+?")|"(?<guest>.+?)", a remote user, not your user|(?:seat \d+, )?"(?<seat>.+?)"(?:, (?!utt-)[\w ]+)*(?:, (?<utterance>utt-\w+))?|(?<user>your user))|Janus)\]:$/
const asked =
  /^\[Janus: (?:(?<grant>you have the talking piece)|beat (?<beat>\d+) of (?<beats>\d+)|harvest of |(?<intent>\w+) timer )/
const notice = /^\[Janus: (?:the words above|end of notes)/
const decides = /^\[Janus: your user decides the question /
const reminder =
  /^A question from (?:agent "(.+?)"|"(.+?)", a remote user,|(your user)) is not answered yet: "(.*)" \(read_message /
const news =
  /^(?:You are linked with "|Your link lnk-|You are now called "|".+" (?:is now called|was deleted)|(?:Inhale|Hold|Exhale)\b|All rounds of "|.+ \(\d+\) (?:is skipped|passes|keeps silence)|The gathering "(?![^]*(?:Its harvest:|There is no harvest\.)))/

/** A gathering's call extends to the end of the prompt and contains no further headers. */
export function readPrompt(prompt: string): readonly PromptPart[] {
  if (prompt === seenPicture.words) return [{ kind: 'seen' }]
  const lines = prompt.split('\n')
  const heads = lines.flatMap((line, at) => (at === 0 || isHead(line, lines[at - 1]) ? [at] : []))
  const last = heads.findIndex((at) => asked.test(lines[at] ?? '')) + 1
  const kept = last === 0 ? heads : heads.slice(0, last)
  return kept.flatMap((at, n) => partOf(lines.slice(at, kept[n + 1])))
}

/** Messages of others cannot start with a header: Janus escapes such lines with a backslash. */
function isHead(line: string, before: string | undefined): boolean {
  if (before !== '') return false
  return [from, asked, notice].some((head) => head.test(line))
}

function partOf([head = '', ...rest]: readonly string[]): readonly PromptPart[] {
  const below = rest.filter((line) => !decides.test(line)).map(plain)
  const text = [head, ...rest].join('\n').trim()
  const called = asked.exec(head)?.groups
  if (called?.['intent'] !== undefined) return [{ kind: 'timer', intent: called['intent'], lines: below }]
  if (called?.['beat'] !== undefined)
    return [{ kind: called['beat'] === called['beats'] ? 'final' : 'beat', text }]
  if (called) return [{ kind: called['grant'] === undefined ? 'harvest' : 'grant', text }]
  if (notice.test(head)) return []
  const { agent, guest, link, seat, user, utterance = null } = from.exec(head)?.groups ?? {}
  if (seat !== undefined) {
    const words = below.join('\n').trim()
    // Introductions from another machine's gathering arrive in the name of its user.
    return [seedIn(words) ?? { kind: 'spoken', name: seat, words, utterance }]
  }
  if (user !== undefined) return [{ kind: 'words', words: rest.join('\n').trim() }]
  if (from.test(head)) return [letterFrom(agent ?? guest ?? 'Janus', rest, link !== undefined)]
  return text === '' ? [] : [{ kind: 'words', words: text }]
}

/** Returns null when the text is not the introduction of a gathering. */
function seedIn(words: string): Extract<PromptPart, { kind: 'seed' }> | null {
  const [, topic] = /^You are .+? (?:in|of) the gathering "(.*)"\./.exec(words) ?? []
  return topic === undefined ? null : { kind: 'seed', topic, text: words }
}

/** Removes the escaping backslash. */
const plain = (line: string): string => line.replace(/^\\/, '')

function letterFrom(sender: string, lines: readonly string[], crossed: boolean): PromptPart {
  const idIn = (line: RegExp) => lines.map((one) => line.exec(one)?.[1]).findLast(Boolean) ?? null
  const marks = /^\[Janus: (?:expects a reply|this answers msg-|\d+ more characters)/
  const words = lines
    .filter((line) => !marks.test(line))
    .map(plain)
    .join('\n')
    .trim()
  const ticket = idIn(/^\[Janus: expects a reply, reply_to_agent "([^"]+)"\]$/)
  const letter: PromptMessage = {
    kind: 'letter',
    from: sender,
    words,
    ticket,
    crossed,
    answers: idIn(/^\[Janus: this answers (msg-[\w-]+)/),
    isReminder: false,
  }
  if (sender !== 'Janus') return letter
  const seed = seedIn(words)
  if (seed) return seed
  if (news.test(words)) return { kind: 'news', words }
  const [, agent, guest, user, question] = reminder.exec(words) ?? []
  if (question === undefined) return letter
  return { ...letter, from: agent ?? guest ?? user ?? sender, words: question, isReminder: true }
}

/** Returns the newest, or null. */
export function circleCallIn(parts: readonly PromptPart[]): CircleCall | null {
  return parts.findLast((part) => isCall(part)) ?? null
}

function isCall(part: PromptPart): part is CircleCall {
  return /^(?:grant|beat|final|harvest)$/.test(part.kind)
}

function linksTold(parts: readonly PromptPart[]): string {
  const told = parts.findLast(
    (part) => part.kind === 'news' && /^You(?:r link| are linked)/m.test(part.words),
  )
  return told?.kind === 'news' ? told.words : ''
}

/** Whether the user is a member of the link; then an `@` name at the start says who is addressed. */
export const isWithUser = (parts: readonly PromptPart[]): boolean =>
  linksTold(parts).includes('your user reads along')

/** Lowercase names of linked agents, as last reported. */
export function linkedIn(parts: readonly PromptPart[]): ReadonlySet<string> {
  const lines = linksTold(parts).split('\n')
  const names = lines
    .filter((line) => line.startsWith('You are linked with "'))
    .flatMap((line) => line.replace(/ \(lnk-.*$/, '').match(/(?<=")[^",][^"]*(?=")/g) ?? [])
  return new Set(names.map((name) => name.toLowerCase()))
}
