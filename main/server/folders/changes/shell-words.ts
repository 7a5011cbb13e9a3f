/** Shells of Unix: what follows `-c` is their program, and what follows that are its arguments. */
const shells = /^(?:ba|z|k|mk|da|a|fi|c|tc|pdk|nu)?sh$|^nu$/
/** These make one command of all that follows. */
const joining = /^(?:cmd|powershell|pwsh|ssh|wsl|eval)$/
/** What means something in a command or an expression; the name of a file may hold all of it. */
const code = /[\s;&|()$`"'<>]/

/**
 * Why a command line would have a path read as a command, or null: the path would stand within a word that a shell reads.
 * `mark` stands for the path in the words, `shown` is how the user writes it; with `isAppended` it comes last where it is
 * not written.
 */
export function shellProblem(
  words: readonly string[],
  mark: string,
  shown: string,
  isAppended: boolean,
): string | null {
  const has = (word: string): boolean => word.includes(mark)
  const isCode = words.some((word) => has(word) && code.test(word.replaceAll(mark, '')))
  const isScript = words.some((word, at) => has(word) && isProgramOfShell(words, at))
  if (isCode || isScript)
    return `A shell would run what the name in ${shown} says. Write ${shown} as a word of its own, such as: sh -c 'ed "$1"' sh ${shown}`
  const joins = words.findIndex((word) => joining.test(nameOf(word)))
  const isAfter = joins >= 0 && (words.slice(joins + 1).some(has) || (isAppended && !words.some(has)))
  if (!isAfter) return null
  return `${nameOf(words[joins] ?? '')} makes one command of all its words, and would run what the name in ${shown} says. Name the editor itself, or a script of yours that is not started by it.`
}

/** `sh -c HERE`, `bash -lc HERE`, `fish --command=HERE`, also behind `env` or a terminal. */
function isProgramOfShell(words: readonly string[], at: number): boolean {
  const shell = words.findLastIndex((word, place) => place < at && shells.test(nameOf(word)))
  if (shell < 0) return false
  const before = words.slice(shell + 1, at)
  const first = before.findIndex((word) => /^-[A-Za-z]*c$|^--command$/.test(word))
  return /^--command=/.test(words[at] ?? '') || (first >= 0 && first === before.length - 1)
}

/** The name of a program, without its folder and ending. */
function nameOf(word: string): string {
  const name = word.split(/[/\\]/).at(-1) ?? ''
  return name.toLowerCase().replace(/\.(?:exe|com|cmd|bat)$/, '')
}
