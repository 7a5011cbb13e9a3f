const word = 'SILENT'

/** What stands in place of the word by which an agent says that it has nothing to add. */
export const nothingToAdd = 'Nothing to add.'

/**
 * Is a text that word alone? `coming`: it may become it while it grows, and is not shown before that is known.
 */
export function silenceOf(text: string, isGrowing: boolean): 'silent' | 'coming' | 'words' {
  const said = text.trim()
  if (said === word || said === `${word}.`) return 'silent'
  return isGrowing && word.startsWith(said) ? 'coming' : 'words'
}
