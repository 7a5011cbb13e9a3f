import { clip } from './answer.ts'
import { isUndecided } from './marks.ts'

/**
 * Why a call came to nothing, in a sentence that the person and linked agents can both read; null where the tool
 * itself has said why.
 */
export function stopIn(text: string): string | null {
  if (isUndecided(text)) return 'It was broken off before anybody had allowed it.'
  if (/denied|rejected|refused|doesn't want|not allowed|declined/i.test(text))
    return 'It was not allowed, and that is fine.'
  return text.trim() === '' ? 'It was stopped on the way.' : null
}

/** Why a message was refused, in the words of Janus. */
export function reasonIn(text: string): string {
  const { error } = fieldsOf(text) as { error?: { message?: string; available?: readonly string[] } }
  const there = error?.available ?? []
  const names = there.length > 0 ? ` There are: ${there.join(', ')}.` : ''
  const said = error?.message ?? stopIn(text) ?? text
  return `${clip(said, 200)}${names}`
}

/** The reply in the result of a call that waited for it; null when there is none. */
export function answerIn(text: string): string | null {
  const { reply } = fieldsOf(text) as { reply?: { text?: unknown } }
  return typeof reply?.text === 'string' ? clip(reply.text, 400) : null
}

/** The fields of a result, as far as it has any. */
export function fieldsOf(text: string): object {
  try {
    const fields: unknown = JSON.parse(text)
    return typeof fields === 'object' && fields !== null ? fields : {}
  } catch {
    return {}
  }
}
