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
/** A boolean, also as the text of a query string. */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')])
const role = line(200)

const settingFields = z
  .object({
    model: model.nullable(),
    effort: effort.nullable(),
    permissionMode,
    policy,
    /** Whether agents of other machines see it, and may write to it after the user's click or freely. */
    shared: z.enum(['no', 'ask', 'open']),
    anchors: z.enum(['usual', 'open', 'off']),
    role,
    pinned: z.boolean(),
  } satisfies { readonly [K in keyof AgentSettings]: z.ZodType<AgentSettings[K]> })
  .partial().shape

/** Which field takes which value is checked against the card. */
const fieldValue = z.union([
  z.string().max(formLimits.text),
  z.number(),
  z.boolean(),
  z.array(z.string().max(formLimits.option)).max(formLimits.options).readonly(),
  z.null(),
])
const roleName = z.string().min(1).max(400)
const task = z.strictObject({ agent: ref, task: z.string().min(1).max(200) })

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
    /** A line, or the name of a role, whose model, mode and instructions it then gets. */
    role: role.optional(),
    /** A role's name whatever `role` is; null: `role` is only a line. */
    template: role.nullable().optional(),
    colour: colour.optional(),
    shape: shape.optional(),
    /** Resumes this earlier conversation; if a tab has it already, returns that tab. */
    resume: conversationId.optional(),
    /** In its own worktree and branch of the folder's repository. */
    worktree: z.boolean().optional(),
  }),
  /** Why a name cannot be used. With `agent`, its own name is no conflict. */
  'agents.checkName': z.strictObject({ name, agent: ref.optional() }),
  'agents.change': z.strictObject({
    agent: ref,
    name: name.optional(),
    ...settingFields,
    order: z.int().min(0).max(10_000).optional(),
    colour: colour.optional(),
    shape: shape.optional(),
    /** Cannot change; accepted to refuse it with an explanation. */
    kind: kind.optional(),
    program: kindFields.program,
    /** Moves it to this folder; its process begins a new conversation there if it cannot keep the old one. */
    cwd: cwd.optional(),
  }),
  /** A copy with the same conversation, folder and model, without links, timers and messages. */
  'agents.duplicate': z.strictObject({ agent: ref }),
  /** Revokes a permanent permission: the text of a rule, or a folder. */
  'agents.revoke': z.strictObject({ agent: ref, permission: z.string().min(1).max(4096) }),
  /** Lets it work in another folder besides its own, from its next start on; `agents.revoke` takes that back. */
  'agents.addFolder': z.strictObject({ agent: ref, folder: cwd }),
  'agents.close': z.strictObject({ agent: ref, forever: flag.optional() }),
  'agents.reopen': z.strictObject({ agent: ref }),
  'agents.stop': z.strictObject({ agent: ref }),
  'agents.restart': z.strictObject({ agent: ref }),
  'agents.interrupt': z.strictObject({ agent: ref }),
  /**
   * The user is typing to the agent: sent at the first key, then at most every few seconds, and when the
   * draft becomes empty. `draft`: there is unsent text; `left`: the text is now for other agents; `begins`:
   * the user focused the composer and may send soon.
   */
  'agents.composing': z.strictObject({
    agent: ref,
    draft: z.boolean(),
    left: z.literal(true).optional(),
    begins: z.literal(true).optional(),
  }),
  /** Retries a broken turn now. */
  'agents.retry': z.strictObject({ agent: ref }),
  /** Opens within the user's limit, else becomes a proposal; the proposer gets a message with the outcome. */
  'tabs.propose': z.strictObject({
    name,
    ...kindFields,
    /** A line, or the name of a role. */
    role: role.optional(),
    /** Default: the proposer's folder. */
    cwd: cwd.optional(),
    model: model.optional(),
    effort: effort.optional(),
    colour: colour.optional(),
    shape: shape.optional(),
    firstMessage: text.optional(),
    worktree: z.boolean().optional(),
    idempotencyKey: key.optional(),
  }),
  /** The user's decision: `open`, as proposed or edited, or `refuse`, with an optional reason. */
  'tabs.decide': z.strictObject({
    id: ref,
    verb: z.enum(['open', 'refuse']),
    name: name.optional(),
    ...kindFields,
    role: role.optional(),
    cwd: cwd.optional(),
    model: model.nullable().optional(),
    effort: effort.nullable().optional(),
    /** More permissive than the proposed mode only from the window. */
    permissionMode: permissionMode.optional(),
    colour: colour.optional(),
    shape: shape.optional(),
    /** Replaces the proposer's first message and then counts as the user's. Empty: none. */
    firstMessage: text.optional(),
    worktree: z.boolean().optional(),
    words: z.string().max(4096).optional(),
  }),
  /** Its program tells the agent. */
  'agents.stopTask': task,
  /** The end of the task's output. */
  'agents.taskOutput': task,
  /** The user has seen the tab up to this row. */
  'agents.seen': z.strictObject({ agent: ref, row: z.int().min(0) }),
  /** Ends the process of an idle agent; its next message starts it again. */
  'agents.sleep': z.strictObject({ agent: ref }),
  'roles.list': z.strictObject({}),
  /** Replaces the role called `was`, else the role of the same name, else adds one. */
  'roles.keep': z.strictObject({ role: roleShape, was: roleName.optional() }),
  'roles.delete': z.strictObject({ role: roleName }),
  /** Restores the default; without a name, all deleted default roles. */
  'roles.restore': z.strictObject({ role: roleName.optional() }),
  /** An agent tells its user something now; what is too much for an hour is shown together later. */
  'notices.send': z.strictObject({ text: text.min(1), idempotencyKey: key.optional() }),
  /** Measured on request, with Janus's own processes. */
  'processes.list': z.strictObject({}),
  /** Everything that a card asks to run, when the card shows only a part. */
  'cards.look': z.strictObject({ agent: ref, card: z.string().max(40) }),
  'cards.answer': z.strictObject({
    agent: ref,
    card: z.string().max(40),
    /** `cancel` dismisses a form without a denial. */
    decision: z.enum(['allow', 'deny', 'cancel']),
    /** The hash that came with the whole text, if that was shown and is now allowed. */
    hash: z.string().max(100).optional(),
    /** Index of the suggestion that is always allowed, from 0. */
    suggestion: z.int().min(0).max(20).optional(),
    /** Sent to the agent with a denial. */
    message: z.string().max(4096).optional(),
    /** Answers to a question card: from the question's text to the chosen label or the user's own text. */
    answers: z.record(z.string().max(2000), z.string().max(4096)).optional(),
    /** Values of a form, in the order of its fields. */
    values: z.array(fieldValue).max(formLimits.fields).readonly().optional(),
  }),
} as const
