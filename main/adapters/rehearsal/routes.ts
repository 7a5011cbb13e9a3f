import { anthropic } from './dialects/anthropic.ts'
import { chat } from './dialects/chat.ts'
import type { Dialect } from './dialects/dialect.ts'
import { gemini } from './dialects/gemini.ts'
import { responses } from './dialects/responses.ts'

/** What a request wants: an answer of the model, the number of its tokens, or which models there are. */
export interface Route {
  readonly dialect: Dialect
  readonly wants: 'answer' | 'count' | 'models'
}

const routes: readonly (readonly [RegExp, Dialect, Route['wants']])[] = [
  [/^POST \/v1\/messages$/, anthropic, 'answer'],
  [/^POST \/v1\/messages\/count_tokens$/, anthropic, 'count'],
  [/^POST (?:\/v1)?\/responses$/, responses, 'answer'],
  [/^POST (?:\/v1)?\/chat\/completions$/, chat, 'answer'],
  [/^POST \/v1\w*\/models\/[^/:]+:(?:generateContent|streamGenerateContent)$/, gemini, 'answer'],
  [/^POST \/v1\w*\/models\/[^/:]+:countTokens$/, gemini, 'count'],
  [/^GET \/v1beta\/models$/, gemini, 'models'],
  [/^GET (?:\/v1)?\/models$/, chat, 'models'],
]

/** The route of `METHOD PATH`, or null. */
export function routeOf(asked: string): Route | null {
  const found = routes.find(([pattern]) => pattern.test(asked))
  return found === undefined ? null : { dialect: found[1], wants: found[2] }
}
