import { z } from 'zod'
import { receiverStates } from './handlers.ts'
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
  doing: z.array(z.enum(receiverStates)).max(receiverStates.length).optional(),
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

/** For the user only. */
export const handlerRequests = {
  'handlers.list': z.strictObject({ agent: ref }),
  /** Appended to the list; off by default. */
  'handlers.make': z.strictObject({
    agent: ref,
    name,
    on: z.boolean().optional(),
    when: when.optional(),
    then,
  }),
  /** Fields that are left out stay unchanged; `place`: index from 0. */
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
  /** Dry run on the latest messages to the agent; `id`: the handler that it would replace. */
  'handlers.try': z.strictObject({ agent: ref, id: handlerId.optional(), when: when.optional(), then }),
  /** The user's answer to a handler's question about a message. */
  'handlers.answer': z.strictObject({
    agent: ref,
    id: handlerId,
    message: z.string().max(40),
    decision: z.enum(['yes', 'no']),
  }),
  /** Delivers a message that a handler answered, or holds. */
  'messages.deliverAnyway': z.strictObject({ id: z.string().max(40) }),
} as const
