/** One message of a peer, or of Janus, as it stands in a prompt. */
export interface Letter {
  from: string
  words: string
  /** The id by which it wants to be answered, or null. */
  ticket: string | null
  /** The id of the question that it answers, or null. */
  answers: string | null
  /** It crossed a link: what a peer concluded, addressed to whoever is linked with it. */
  linked: boolean
}

const HEADER = /^\[From (?:agent "(.+?)"\]:|([^\]"]+)\](:?))[ \t]*(.*)$/
/** Begins what a timer puts; letters may stand before it. */
export const BEAT = /^\[Heartbeat: (anchor|check|wait)(?:, [^\]]*)?\]$/
/** Lines of the app's own between the words of peers. */
const NOTICE = /^\[(A peer wrote|\d+ more characters)/
const TICKET = /^\[Expects a reply: reply_to_agent "([^"]+)"\]$/
const ANSWERS = /^\[Answers (msg-[\w-]+)/
/** What Janus says of a question that was read and not answered. */
const REMINDER = /^A question of (?:agent "(.+?)"|(the person)) is not answered yet: "(.*)" \(read_message /

/** The letters in a prompt; none in the person's own words. A reminder is the letter that it reminds of. */
export function readLetters(prompt: string): Letter[] {
  const letters: Letter[] = []
  for (const line of prompt.split('\n')) {
    if (BEAT.test(line)) break
    const [, agent, other, colon, rest] = HEADER.exec(line) ?? []
    const from = agent ?? other
    const last = letters.at(-1)
    const linked = other !== undefined && colon === ''
    if (from !== undefined) letters.push({ from, words: rest ?? '', ticket: null, answers: null, linked })
    else if (last !== undefined) addLine(last, line)
  }
  return letters.map(trimmed)
}

function addLine(letter: Letter, line: string): void {
  const [, ticket] = TICKET.exec(line) ?? []
  const [, answers] = ANSWERS.exec(line) ?? []
  if (ticket !== undefined) letter.ticket = ticket
  else if (answers !== undefined) letter.answers = answers
  else if (!NOTICE.test(line)) letter.words += `\n${line.replace(/^\\/, '')}`
}

function trimmed(letter: Letter): Letter {
  const words = letter.words.trim()
  const [, agent, person, question] = letter.from === 'Janus' ? (REMINDER.exec(words) ?? []) : []
  const from = agent ?? person
  return from === undefined ? { ...letter, words } : { ...letter, from, words: question ?? '' }
}

/** Whether words want an answer. What the model answers never does: see `statement`. */
export function asks(words: string): boolean {
  return /\?(\s|$)/.test(words) || /^(please|(can|could|would|will) you)\b/i.test(words)
}

/** Plain words that want no answer, so that two of these models do not write to each other for ever. */
export function statement(words: string): string {
  const plain = words.replace(/[`*]/g, '').replace(/\?(?=\s|$)/g, '.')
  return asks(plain) ? `It says: ${plain}` : plain
}

/** What Janus tells about links: who is linked with whom, and how one speaks over a link. It asks nothing. */
export function isBriefing({ from, words }: Letter): boolean {
  return (
    from === 'Janus' &&
    /^(You are linked with "|Your link lnk-|You are now called "|".+" (is now called|was deleted))/.test(
      words,
    )
  )
}

/** Whom a briefing names as linked with the agent. */
export function linkedBy({ words }: Letter): readonly string[] {
  const lines = words.split('\n').filter((line) => line.startsWith('You are linked with "'))
  return lines.flatMap((line) =>
    [...line.replace(/ \(lnk-.*$/, '').matchAll(/"([^"]+)"/g)].map(([, name = '']) => name),
  )
}
