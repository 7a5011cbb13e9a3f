import { z } from 'zod'
import { doings } from './handlers.ts'
import { handlerAnswerLimit, handlerCounts, handlerLengths } from '../api/limits.ts'
import { priorityNames } from '../mail/priorities.ts'
import { line, ref } from '../api/shapes.ts'

const handlerId = z.string().max(40)
const name = line(handlerLengths.name).refine((words) => words.trim() !== '', 'a handler needs a name')
const priority = z.enum(priorityNames)

/** As `HandlerWhen`; agents by name or id. */
const when = z.strictObject({
  from: z.union([z.enum(['any', 'linked']), z.array(ref).min(1).max(handlerCounts.from)]).optional(),
  priorities: z.array(priority).max(priorityNames.length).optional(),
  words: z
    .strictObject({
      which: z.enum(['any', 'all']),
      texts: z
        .array(
          line(handlerLengths.word).refine((words) => words.trim() !== '', 'a word to look for is not empty'),
        )
        .min(1)
        .max(handlerCounts.words),
    })
    .nullable()
    .optional(),
  question: z.enum(['any', 'yes', 'no']).optional(),
  doing: z.array(z.enum(doings)).max(doings.length).optional(),
})

const answer = z
  .string()
  .max(handlerAnswerLimit)
  .refine((words) => words.trim() !== '', 'an answer is not empty')
const command = line(handlerLengths.command).regex(/^\/\S/, 'a slash command begins with / and its name')

/** As `HandlerAction`. */
const then = z.union([
  z.strictObject({ kind: z.literal('respond'), text: answer }),
  z.strictObject({ kind: z.literal('respond'), file: z.string().min(1).max(handlerLengths.path) }),
  z.strictObject({ kind: z.enum(['notify', 'hold', 'close']) }),
  z.strictObject({ kind: z.literal('priority'), to: priority }),
  z.strictObject({ kind: z.literal('command'), command }),
])

/** What can be asked about handlers, by the user alone. */
export const handlerRequests = {
  'handlers.list': z.strictObject({ agent: ref }),
  /** A new one, behind the others; off unless `on` says otherwise. */
  'handlers.make': z.strictObject({
    agent: ref,
    name,
    on: z.boolean().optional(),
    when: when.optional(),
    then,
  }),
  /** What is left out stays as it is; `place`: from 0. */
  'handlers.change': z.strictObject({
    agent: ref,
    id: handlerId,
    name: name.optional(),
    on: z.boolean().optional(),
    when: when.optional(),
    then: then.optional(),
    place: z.int().min(0).max(1000).optional(),
  }),
  'handlers.remove': z.strictObject({ agent: ref, id: handlerId }),
  /** What it would have done with the last messages to the agent; `id`: in whose place it stands. Changes nothing. */
  'handlers.try': z.strictObject({ agent: ref, id: handlerId.optional(), when: when.optional(), then }),
  /** The user's answer to what a handler asks about a message. */
  'handlers.answer': z.strictObject({
    agent: ref,
    id: handlerId,
    message: z.string().max(40),
    decision: z.enum(['yes', 'no']),
  }),
  /** Gives a message that a handler answered, or holds, to its agent after all. */
  'messages.deliverAnyway': z.strictObject({ id: z.string().max(40) }),
} as const
