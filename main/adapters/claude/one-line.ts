/** One line for a person, without escapes and marks that cannot be seen: the words come from outside. */
export function oneLine(text: string, limit: number): string {
  const line = text
    .replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .trim()
  if (line.length <= limit) return line
  const end = /[\uD800-\uDBFF]/.test(line.charAt(limit - 2)) ? limit - 2 : limit - 1
  return `${line.slice(0, end)}…`
}
