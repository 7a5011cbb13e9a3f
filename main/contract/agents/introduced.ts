/** Start of an agent's introduction. */
export const opening = (name: string): string => `You are the agent "${name}" in Janus, `

const opened = /^\s*You are the agent "([^"\n]*)" in Janus, /
/** Separates the introduction from the first message; in a title, line breaks may have become spaces. */
const rule = /\s+---\s+/

/** For programs without a system prompt: the introduction in front of the first message. */
export const addIntroduction = (introduction: string, words: string): string =>
  introduction === '' ? words : `${introduction}\n\n---\n\n${words}`

/** Returns the first message alone. A conversation that did not begin in Janus is unchanged. */
export function stripIntroduction(text: string): string {
  const found = opened.test(text) ? rule.exec(text) : null
  return found === null ? text : text.slice(found.index + found[0].length)
}

/** For a title that a program made from the first message. */
export function withoutIntroducedTitle(title: string): string {
  const words = userWords(title)
  const [, name] = opened.exec(words) ?? []
  return name === undefined ? words : `Begun in Janus as ${name}`
}

/** Marks the user's part in a prompt that also contains other text. */
export const userHeader = '[From your user]:'

const userPart = /(?:^|\n|\] )\[From your user\]:\s*/
const otherHeader = /^\s*\[(?:From|Janus(?!: attached))\b/

/** Whether Janus wrote the prompt and no part of it is the user's. */
export const isOthersPrompt = (prompt: string): boolean => otherHeader.test(prompt) && !userPart.test(prompt)

/**
 * Returns the user's part of a prompt or one-line title, without introduction, headers and other authors'
 * text. A prompt without such a part is kept, since its header says who wrote it.
 */
export function userWords(prompt: string): string {
  const words = stripIntroduction(prompt)
  const found = otherHeader.test(words) ? userPart.exec(words) : null
  if (found === null) return words
  return words.slice(found.index + found[0].length).replaceAll(`\n${userHeader}\n`, '\n')
}
