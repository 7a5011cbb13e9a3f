import { asObject, asText } from '../../adapters/processes/json.ts'

/** The text of a block of content, of a list of them, or of what wraps one; what is no text is left out. */
export function textOf(content: unknown): string {
  if (Array.isArray(content)) {
    return content
      .map(textOf)
      .filter((part) => part !== '')
      .join('\n')
  }
  const { type, text, content: inner } = asObject(content)
  return type === 'text' ? asText(text) : inner === undefined ? '' : textOf(inner)
}
