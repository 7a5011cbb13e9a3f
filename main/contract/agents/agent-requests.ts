import { z } from 'zod'
import { conversationId } from '../folders/conversation-requests.ts'
import type { AgentSettings } from './agent-fields.ts'
import { kind, kindFields } from './kind-shapes.ts'
import { modelName as model, permissionMode, policy } from '../app/settings.ts'
import { colour, effort, line, path as cwd, ref, shape } from '../api/shapes.ts'

const name = z.string().max(400)
/** A yes or no, also as the words of a query string. */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')])
const role = line(200)

/** The settings of an agent, each of which can be left as it is. */
const settingFields = z
  .object({
    model: model.nullable(),
    effort: effort.nullable(),
    permissionMode,
    policy,
    /** Whether agents of other houses see it, and write to it after the person's click or freely. */
    shared: z.enum(['no', 'ask', 'open']),
    anchors: z.enum(['usual', 'open', 'off']),
    role,
    pinned: z.boolean(),
  } satisfies { readonly [K in keyof AgentSettings]: z.ZodType<AgentSettings[K]> })
  .partial().shape

/** What can be asked about agents and their tabs. */
export const agentRequests = {
  'agents.list': z.strictObject({}),
  'agents.create': z.strictObject({
    name,
    ...kindFields,
    cwd: cwd.optional(),
    model: model.optional(),
    effort: effort.nullable().optional(),
    permissionMode: permissionMode.optional(),
    policy: policy.optional(),
    /** A line, or the name of one of the person's roles, whose model, mode and instructions it then has. */
    role: role.optional(),
    /** Names such a role whatever the line is; null: `role` is a line and nothing more. */
    template: role.nullable().optional(),
    colour: colour.optional(),
    shape: shape.optional(),
    /** Goes on from this conversation of before; where a tab has it already, that one is answered. */
    resume: conversationId.optional(),
    /** In a working copy of its own, on a branch of its own, of the repository that the folder lies in. */
    worktree: z.boolean().optional(),
  }),
  /** Why a name cannot be an agent's; of one that there is, its own does no harm. */
  'agents.checkName': z.strictObject({ name, agent: ref.optional() }),
  'agents.change': z.strictObject({
    agent: ref,
    name: name.optional(),
    ...settingFields,
    order: z.int().min(0).max(10_000).optional(),
    colour: colour.optional(),
    shape: shape.optional(),
    /** Never changed: a change is refused in words. */
    kind: kind.optional(),
    program: kindFields.program,
    /** Where the folder has gone; its process begins a new conversation there if it cannot take the old one along. */
    cwd: cwd.optional(),
  }),
  /** A copy with the same conversation, folder and model; no links, timers or mail. */
  'agents.duplicate': z.strictObject({ agent: ref }),
  /** Takes back what was allowed for good: the words of a rule, or a folder. */
  'agents.revoke': z.strictObject({ agent: ref, grant: z.string().min(1).max(4096) }),
  'agents.close': z.strictObject({ agent: ref, forever: flag.optional() }),
  'agents.reopen': z.strictObject({ agent: ref }),
  'agents.stop': z.strictObject({ agent: ref }),
  'agents.restart': z.strictObject({ agent: ref }),
  'agents.interrupt': z.strictObject({ agent: ref }),
  /**
   * The person is writing to the agent: told at the first key, then at most every few seconds, and when the draft
   * becomes empty. `draft`: there is something unsent; `left`: the person does not write to it any more, what is
   * written is for others.
   */
  'agents.composing': z.strictObject({ agent: ref, draft: z.boolean(), left: z.literal(true).optional() }),
  /** Begins a broken turn again, now. */
  'agents.retry': z.strictObject({ agent: ref }),
} as const
