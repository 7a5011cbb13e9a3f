import { z } from 'zod'
import { key, line } from '../api/shapes.ts'
import { taskActions, taskCounts, taskLengths, taskStates } from './tasks.ts'

const taskId = z.string().min(1).max(40)
const title = line(taskLengths.title).refine((words) => words.trim() !== '', 'a task needs a title')
const detail = z.string().max(taskLengths.detail)
/** An agent's name or id, `user`, or empty for anyone. */
const assignee = z.string().max(200)
const waitsFor = z.array(taskId).max(taskCounts.waits)

export const taskRequests = {
  /** Unfinished tasks first, in the order of addition; without `state` also the latest finished ones. */
  'tasks.list': z.strictObject({ state: z.enum(taskStates).optional() }),
  /** `source`: id of the gathering or message that it comes from. */
  'tasks.add': z.strictObject({
    title,
    detail: detail.optional(),
    waitsFor: waitsFor.optional(),
    assignee: assignee.optional(),
    source: z
      .string()
      .regex(/^(?:gat|msg)-[0-9a-z]{10}$/, 'the id of a gathering or a message')
      .optional(),
    idempotencyKey: key.optional(),
  }),
  /** An action, an edit, or both. `result`: with the action `finish`. */
  'tasks.change': z.strictObject({
    id: taskId,
    action: z.enum(taskActions).optional(),
    title: title.optional(),
    detail: detail.optional(),
    waitsFor: waitsFor.optional(),
    assignee: assignee.optional(),
    result: z.string().max(taskLengths.result).optional(),
  }),
} as const
