/** One peer's message as it stands in a prompt. */
export interface Letter {
  from: string
  words: string
}

const HEADER = /^\[From (?:agent "(.+?)"\]:|([^\]"]+)\]:?)[ \t]*(.*)$/
/** Lines of the app's own between the words of peers. */
const NOTICE = /^\[(A peer wrote|Expects a reply|Answers msg-|\d+ more characters)/

/** The letters in a prompt; none in the person's own words. */
export function readLetters(prompt: string): Letter[] {
  const letters: Letter[] = []
  for (const line of prompt.split('\n')) {
    const [, agent, linked, rest] = HEADER.exec(line) ?? []
    const from = agent ?? linked
    const last = letters.at(-1)
    if (from !== undefined) letters.push({ from, words: rest ?? '' })
    else if (last !== undefined && !NOTICE.test(line)) last.words += `\n${line.replace(/^\\/, '')}`
  }
  return letters.map(({ from, words }) => ({ from, words: words.trim() }))
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
