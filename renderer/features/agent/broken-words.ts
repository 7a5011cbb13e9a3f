/** What is left of a turn that broke off, and whose words it begins again with. */
export function brokenKept(from: readonly string[]): string {
  const names = from.length < 2 ? from.join('') : `${from.slice(0, -1).join(', ')} and ${from.at(-1)}`
  const kept = 'The conversation is kept, and your draft.'
  return names === '' ? kept : `${kept} What ${names} wrote is not lost: the turn goes on from it.`
}
