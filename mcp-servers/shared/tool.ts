import { z } from 'zod'
import type { AskAsAgent } from './ask-as-agent.ts'
import { messageLimit } from '../../main/contract/api/limits.ts'

/** `key` is the same when the call is repeated; `signal` aborts it. */
export interface ToolCallContext {
  readonly key: string
  readonly signal: AbortSignal
}

/** `text` says the same as `fields`, in short. */
export interface ToolAnswer {
  readonly fields: Readonly<Record<string, unknown>>
  readonly text: string
}

export interface Tool<S extends z.ZodRawShape = z.ZodRawShape> {
  readonly name: string
  readonly description: string
  readonly readOnly?: true
  /** Programs that can defer tools load it only when the model asks for it. */
  readonly isRare?: boolean
  readonly input: S
  /** Former field names, each with its current one: models and old conversations still use them. */
  readonly oldNames?: Readonly<Record<string, string>>
  /** Added to the result beside `error` when the call fails. */
  readonly failed?: Readonly<Record<string, unknown>>
  call(ask: AskAsAgent, input: z.output<z.ZodObject<S>>, call: ToolCallContext): Promise<ToolAnswer>
}

/** Infers the type of the tool's input. */
export const tool = <S extends z.ZodRawShape>(one: Tool<S>): Tool => one as unknown as Tool

/** Models may write the name with the @ of a mention. */
export const agentName = z
  .string()
  .overwrite((written) => written.trim().replace(/^@\s*/, ''))
  .min(1)
  .max(200)

/** Drops undefined, null, false and the empty string. */
export function presentFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== undefined && value !== null && value !== '' && value !== false,
    ),
  )
}

export const quoteLines = (text: string): string => text.replace(/^/gm, '> ')

export function words(about: string) {
  return z
    .string()
    .min(1)
    .refine((text) => new TextEncoder().encode(text).length <= messageLimit, 'a message has at most 1 MiB')
    .describe(about)
}

export const linkMode = z.enum(['answers', 'converse', 'absorb'])
