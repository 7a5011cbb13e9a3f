/** What follows the name of an agent that was put to rest, as one sentence: " was stopped by you." */
export function stoppedWords(reason: string): string {
  const why = reason.trim().replace(/\.$/, '')
  if (why === '') return ' is stopped.'
  return /^stopped\b/.test(why) ? ` was ${why}.` : ` is stopped: ${why}.`
}
