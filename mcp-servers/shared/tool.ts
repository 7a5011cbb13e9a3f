import type { z } from 'zod'

/** One call of a tool: `key` is the same when the same call comes again; `signal` ends it. */
export interface Call {
  readonly key: string
  readonly signal: AbortSignal
}

/** A tool's answer: the fields, and the same in few words. */
export interface ToolAnswer {
  readonly fields: Readonly<Record<string, unknown>>
  readonly text: string
}

/** One tool, apart from how it is served; `C`: what it asks Janus by. */
export interface ServedTool<C, S extends z.ZodRawShape = z.ZodRawShape> {
  readonly name: string
  readonly description: string
  /** Changes nothing. */
  readonly readOnly: boolean
  readonly input: S
  /** Fields that stand beside `error` when the call fails. */
  readonly failed: Readonly<Record<string, unknown>>
  call(client: C, input: z.output<z.ZodObject<S>>, call: Call): Promise<ToolAnswer>
}

/** The fields that say something. */
export function told(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== undefined && value !== null && value !== '' && value !== false,
    ),
  )
}

/** Words of somebody else, marked line by line. */
export const quoted = (text: string): string => text.replace(/^/gm, '> ')
