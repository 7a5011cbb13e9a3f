/** JSON as it came from an agent; nothing in it is sure. */
export type Json = Readonly<Record<string, unknown>>

/** The object that this is, or an empty one. */
export function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

/** The objects of this list. */
export function asObjects(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(asObject) : []
}

/** The text that this is, or none. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

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
