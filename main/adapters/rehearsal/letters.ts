/** One message of a peer, or of Janus, as it stands in a prompt. */
export interface Letter {
  from: string
  words: string
  /** The id by which it wants to be answered, or null. */
  ticket: string | null
  /** The id of the question that it answers, or null. */
  answers: string | null
}

const HEADER = /^\[From (?:agent "(.+?)"\]:|([^\]"]+)\]:?)[ \t]*(.*)$/
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
    const [, agent, linked, rest] = HEADER.exec(line) ?? []
    const from = agent ?? linked
    const last = letters.at(-1)
    if (from !== undefined) letters.push({ from, words: rest ?? '', ticket: null, answers: null })
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
