/** About how high words are, in px: lines of eighty characters, and what stands between paragraphs. */
export const guessedHeight = (text: string): number =>
  16 + 22 * text.split('\n').reduce((sum, line) => sum + (line === '' ? 0.5 : Math.ceil(line.length / 80)), 0)
