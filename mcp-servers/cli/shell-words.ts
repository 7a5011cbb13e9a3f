/** A command line that is being written in bash, as words. */
interface WrittenLine {
  /** Without quotes; the last one is the one at the cursor. */
  readonly words: readonly string[]
  /** The quotation mark that is still open. */
  readonly quote: string
  /** What stands at the cursor, as it was typed. */
  readonly raw: string
}

/** Reads a line as bash does, as far as quotes and backslashes go. */
export function wordsOf(line: string): WrittenLine {
  const words: string[] = []
  let [word, raw, quote, isWord] = ['', '', '', false]
  for (let at = 0; at < line.length; at++) {
    const letter = line.charAt(at)
    if (quote === '' && /\s/.test(letter)) {
      if (isWord) words.push(word)
      ;[word, raw, isWord] = ['', '', false]
      continue
    }
    isWord = true
    raw += letter
    if (letter === quote) quote = ''
    else if (quote === '' && (letter === '"' || letter === "'")) quote = letter
    else if (letter === '\\' && quote !== "'" && at + 1 < line.length) {
      word += line.charAt(++at)
      raw += line.charAt(at)
    } else word += letter
  }
  return { words: [...words, word], quote, raw }
}

/** A value as bash puts it in the place of the last word; bash itself begins a new word at `@`, `:` and `=`. */
export function escaped(value: string, { quote, raw }: WrittenLine): string {
  if (quote !== '') return value
  const safe = value.replace(/[^\p{L}\p{N}_.,/:=@+-]/gu, '\\$&')
  const start = Math.max(raw.lastIndexOf('@'), raw.lastIndexOf(':'), raw.lastIndexOf('='))
  return safe.slice(start + 1)
}
