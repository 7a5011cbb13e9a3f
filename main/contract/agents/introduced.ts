/** How an agent is told who it is. */
export const opening = (name: string): string => `You are the agent "${name}" in Janus, `

const opened = /^\s*You are the agent "([^"\n]*)" in Janus, /
/** What stands between that and the first words; in a title of it the lines may be one. */
const rule = /\s+---\s+/

/** The first words to an agent behind what it is told of itself, where its program has no other place for that. */
export const introduced = (introduction: string, words: string): string =>
  introduction === '' ? words : `${introduction}\n\n---\n\n${words}`

/** The first words alone. Those of a conversation that did not begin in Janus are all its own. */
export function withoutIntroduction(text: string): string {
  const found = opened.test(text) ? rule.exec(text) : null
  return found === null ? text : text.slice(found.index + found[0].length)
}

/** A title that a program made of the first words, without what Janus put before them. */
export function withoutIntroducedTitle(title: string): string {
  const words = userWords(title)
  const [, name] = opened.exec(words) ?? []
  return name === undefined ? words : `Begun in Janus as ${name}`
}

/** Stands over the user's own words in a prompt that says more than these. */
export const userHeader = '[From your user]:'

const userPart = /(?:^|\n|\] )\[From your user\]:\s*/
const otherHeader = /^\s*\[(?:From|Janus(?!: attached))\b/

/** Whether a prompt that Janus wrote has no words of the user in it. */
export const isOthersPrompt = (prompt: string): boolean => otherHeader.test(prompt) && !userPart.test(prompt)

/**
 * What the user wrote of a prompt: without the introduction, Janus's headers and the words of others. One without any
 * words of theirs stays as it is, since its header says whose it is. Takes a title of one line too.
 */
export function userWords(prompt: string): string {
  const words = withoutIntroduction(prompt)
  const found = otherHeader.test(words) ? userPart.exec(words) : null
  if (found === null) return words
  return words.slice(found.index + found[0].length).replaceAll(`\n${userHeader}\n`, '\n')
}
