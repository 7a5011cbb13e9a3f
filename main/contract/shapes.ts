import { z } from 'zod'
import type { Caller } from './requests.ts'

/** An agent's name or id, as a person or a model wrote it. */
export const ref = z.string().min(1).max(200)

/** Words; their bytes are counted where they are taken. */
export const text = z.string()

/** One line of at most so many characters, none of them a control character. */
export const line = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[^\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]*$/u, 'one line, without control characters')

/** Names a request, so that asking again does not do it twice. */
export const key = z.string().min(1).max(200)

/** Where a page goes on; a number also in the words of a query string. */
export const cursor = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

/** Most items of a page. */
export const limit = z.coerce.number().int().min(1).max(100)

/** One row: the shape of the question, and who may ask. */
export interface Row<S extends z.ZodType> {
  readonly input: S
  readonly allow: readonly Caller['kind'][]
}
/** A row of the table of requests. */
export const row = <S extends z.ZodType>(input: S, ...allow: Caller['kind'][]): Row<S> => ({ input, allow })
