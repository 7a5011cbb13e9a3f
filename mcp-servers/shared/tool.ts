import { z } from 'zod'
import type { AskAsAgent } from './ask-as-agent.ts'
import { messageLimit } from '../../main/contract/api/limits.ts'

/** One call of a tool: `key` is the same when the same call comes again; `signal` ends it. */
export interface ToolCallContext {
  readonly key: string
  readonly signal: AbortSignal
}

/** A tool's answer: the fields, and the same in few words. */
export interface ToolAnswer {
  readonly fields: Readonly<Record<string, unknown>>
  readonly text: string
}

/** One tool, apart from how it is served. */
export interface Tool<S extends z.ZodRawShape = z.ZodRawShape> {
  readonly name: string
  readonly description: string
  /** Changes nothing. */
  readonly readOnly: boolean
  /** Seldom needed: a program that can defer tools loads it when its model asks for it. */
  readonly isRare?: boolean
  readonly input: S
  /** What fields were called before, and are called now: models remember, and old conversations show them. */
  readonly oldNames?: Readonly<Record<string, string>>
  /** Fields that stand beside `error` when the call fails. */
  readonly failed?: Readonly<Record<string, unknown>>
  call(ask: AskAsAgent, input: z.output<z.ZodObject<S>>, call: ToolCallContext): Promise<ToolAnswer>
}

/** Name or id of an agent, as models write it: with or without the @ of a mention. */
export const agentName = z
  .string()
  .overwrite((written) => written.trim().replace(/^@\s*/, ''))
  .min(1)
  .max(200)

/** The fields that say something. */
export function presentFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== undefined && value !== null && value !== '' && value !== false,
    ),
  )
}

/** Another author's words, marked line by line. */
export const quoted = (text: string): string => text.replace(/^/gm, '> ')

/** Words of a message; `about` says which. */
export function words(about: string) {
  return z
    .string()
    .min(1)
    .refine((text) => new TextEncoder().encode(text).length <= messageLimit, 'a message has at most 1 MiB')
    .describe(about)
}

/** How a link is wanted, by one of its agents. */
export const sideMode = z.enum(['answers', 'converse', 'absorb'])
