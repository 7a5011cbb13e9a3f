import { z } from 'zod'
import { conversationId } from '../folders/folder-requests.ts'
import type { AgentSettings } from './agent-fields.ts'
import { formLimits } from './forms.ts'
import {
  kind,
  kindFields,
  colour,
  effort,
  key,
  line,
  modelId as model,
  path as cwd,
  ref,
  shape,
  text,
} from '../api/shapes.ts'
import { policy, permissionMode, roleShape } from '../app/settings.ts'

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
    /** Whether agents of other machines see it, and write to it after the user's click or freely. */
    shared: z.enum(['no', 'ask', 'open']),
    anchors: z.enum(['usual', 'open', 'off']),
    role,
    pinned: z.boolean(),
  } satisfies { readonly [K in keyof AgentSettings]: z.ZodType<AgentSettings[K]> })
  .partial().shape

/** A value of a form; which field takes which is checked with the card. */
const fieldValue = z.union([
  z.string().max(formLimits.text),
  z.number(),
  z.boolean(),
  z.array(z.string().max(formLimits.option)).max(formLimits.options).readonly(),
  z.null(),
])
const roleName = z.string().min(1).max(400)
const task = z.strictObject({ agent: ref, task: z.string().min(1).max(200) })

/** What can be asked about agents: their tabs, roles, processes, what runs beside their turns, and their cards. */
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
    /** A line, or the name of one of the user's roles, whose model, mode and instructions it then has. */
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
  'agents.revoke': z.strictObject({ agent: ref, permission: z.string().min(1).max(4096) }),
  /** Lets it work in another folder besides its own, from its next start on; `agents.revoke` takes that back. */
  'agents.addFolder': z.strictObject({ agent: ref, folder: cwd }),
  'agents.close': z.strictObject({ agent: ref, forever: flag.optional() }),
  'agents.reopen': z.strictObject({ agent: ref }),
  'agents.stop': z.strictObject({ agent: ref }),
  'agents.restart': z.strictObject({ agent: ref }),
  'agents.interrupt': z.strictObject({ agent: ref }),
  /**
   * The user is writing to the agent: told at the first key, then at most every few seconds, and when the draft
   * becomes empty. `draft`: there is something unsent; `left`: the user does not write to it any more, what is
   * written is for others; `begins`: they have pressed where they write, and words may come at once.
   */
  'agents.composing': z.strictObject({
    agent: ref,
    draft: z.boolean(),
    left: z.literal(true).optional(),
    begins: z.literal(true).optional(),
  }),
  /** Begins a broken turn again, now. */
  'agents.retry': z.strictObject({ agent: ref }),
  /** Opened within the limit that the user has set, else proposed to them; the proposer is told by a message. */
  'tabs.propose': z.strictObject({
    name,
    ...kindFields,
    /** A line, or the name of one of the user's roles. */
    role: role.optional(),
    /** The proposer's folder, without it. */
    cwd: cwd.optional(),
    model: model.optional(),
    effort: effort.optional(),
    colour: colour.optional(),
    shape: shape.optional(),
    firstMessage: text.optional(),
    /** In a working copy of its own. */
    worktree: z.boolean().optional(),
    idempotencyKey: key.optional(),
  }),
  /** The user's word: `open`, as it was wished or changed, or `refuse`, perhaps saying why. */
  'tabs.decide': z.strictObject({
    id: ref,
    verb: z.enum(['open', 'refuse']),
    name: name.optional(),
    ...kindFields,
    role: role.optional(),
    cwd: cwd.optional(),
    model: model.nullable().optional(),
    effort: effort.nullable().optional(),
    /** As the user chooses; laxer than it was wished only in the window. */
    permissionMode: permissionMode.optional(),
    colour: colour.optional(),
    shape: shape.optional(),
    /** In place of the proposer's first words: then they are the user's. Empty: none. */
    firstMessage: text.optional(),
    worktree: z.boolean().optional(),
    words: z.string().max(4096).optional(),
  }),
  /** Ends one of them; the agent is told by its program. */
  'agents.stopTask': task,
  /** The end of what it has written. */
  'agents.taskOutput': task,
  /** The user has seen the tab up to this row. */
  'agents.seen': z.strictObject({ agent: ref, row: z.int().min(0) }),
  /** Ends the process of one that has nothing to do; it starts with its next message. */
  'agents.sleep': z.strictObject({ agent: ref }),
  'roles.list': z.strictObject({}),
  /** In the place of the one called `was`, else of the one of its name, else as a new one. */
  'roles.keep': z.strictObject({ role: roleShape, was: roleName.optional() }),
  'roles.delete': z.strictObject({ role: roleName }),
  /** As it came with Janus; without a name all that came with it and are deleted. */
  'roles.restore': z.strictObject({ role: roleName.optional() }),
  /** An agent tells its user something now; what is too much for an hour is shown together later. */
  'notices.send': z.strictObject({ text: text.min(1), idempotencyKey: key.optional() }),
  /** Every agent's process and Janus's own, with what they use; measured when it is asked. */
  'processes.list': z.strictObject({}),
  /** All that a card asks to run, where it shows a part. */
  'cards.look': z.strictObject({ agent: ref, card: z.string().max(40) }),
  'cards.answer': z.strictObject({
    agent: ref,
    card: z.string().max(40),
    /** `cancel`: puts a form away without a no. */
    decision: z.enum(['allow', 'deny', 'cancel']),
    /** What was shown whole, and is allowed: the hash that came with it. */
    hash: z.string().max(100).optional(),
    /** Place of the suggestion that is allowed for good, from 0. */
    suggestion: z.int().min(0).max(20).optional(),
    /** What to tell the agent with a denial. */
    message: z.string().max(4096).optional(),
    /** Answers to a question card: the question's text to the chosen label or own words. */
    answers: z.record(z.string().max(2000), z.string().max(4096)).optional(),
    /** What a form is filled in with, in the order of its fields. */
    values: z.array(fieldValue).max(formLimits.fields).readonly().optional(),
  }),
} as const
