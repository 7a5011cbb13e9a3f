import { messageLimit } from '../../main/contract/limits.ts'
import { z } from 'zod'
import type { AgentsClient, Call } from './client.ts'

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
  readonly input: S
  /** Fields that stand beside `error` when the call fails. */
  readonly failed: Readonly<Record<string, unknown>>
  call(client: AgentsClient, input: z.output<z.ZodObject<S>>, call: Call): Promise<ToolAnswer>
}

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

/** The fields that say something. */
export function told(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== undefined && value !== null && value !== '' && value !== false,
    ),
  )
}
