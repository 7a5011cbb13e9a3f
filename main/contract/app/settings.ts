import { z } from 'zod'
import { ownRoles, roleLimits, roleNamed, type Role } from '../agents/roles.ts'
import { namedKinds, type NamedKind, usualKind } from '../agents/kinds.ts'
import { effort, line, modelId, kind } from '../api/shapes.ts'
import { worktreeLimits } from '../folders/worktree-runs.ts'
import { readVariables } from '../agents/variables.ts'

const { name, line: about, instructions, roles } = roleLimits

/** From strict to lax. */
export const permissionMode = z.enum(['plan', 'default', 'acceptEdits', 'auto', 'bypassPermissions'])

export const roleShape = z
  .strictObject({
    name: line(name).refine((written) => written.trim() !== '', 'a role has a name'),
    line: line(about).default(''),
    kind: kind.default(usualKind),
    program: z.string().min(1).max(4096).nullable().default(null),
    model: modelId.nullable().default(null),
    permissionMode: permissionMode.nullable().default(null),
    effort: effort.nullable().default(null),
    instructions: z
      .string()
      .max(instructions)
      .refine((text) => !text.includes('\0'), 'instructions have no NUL character')
      .default(''),
  })
  .refine((role) => (role.kind === 'other') === (role.program !== null), {
    message: 'a command line (program) is for the kind other, and belongs to it',
  })
  .transform((role): Role => ({ ...role, name: role.name.trim(), line: role.line.trim() }))

export const roleList = z
  .array(roleShape)
  .max(roles)
  .refine((all) => all.every((role) => roleNamed(all, role.name) === role), 'each role has a name of its own')

interface Setting<S extends z.ZodType> {
  readonly shape: S
  readonly initial: z.infer<S>
}
const setting = <S extends z.ZodType>(shape: S, initial: z.infer<S>): Setting<S> => ({ shape, initial })

/** When an agent takes messages of its peers. */
export const policy = z.enum(['hybrid', 'interject', 'quiet', 'ask'])

/** USD, and tokens of all kinds together; null: no limit of that kind. */
export const cap = z.strictObject({
  usd: z.number().positive().max(1_000_000).nullable().default(null),
  tokens: z.int().positive().max(1_000_000_000_000).nullable().default(null),
})

/**
 * The user's key bindings by action; each replaces all default keys of that action, and an empty list removes
 * them.
 */
const ownKeys = z
  .record(line(40).min(1), z.array(line(40).min(1)).max(6))
  .refine((keys) => Object.keys(keys).length <= 100, 'no more than 100 actions')

const path = setting(line(4096), '')

const programPaths = Object.fromEntries(namedKinds.map((kind) => [kind, path])) as Record<
  NamedKind,
  typeof path
>

/** Names are those of the settings file and of the API; `setting-words.ts` has their labels. */
export const settings = {
  user: setting(line(40), ''),
  folder: setting(line(4096), ''),
  model: setting(modelId.nullable(), null),
  effort: setting(effort.nullable(), null),
  permissionMode: setting(permissionMode, 'default'),
  roles: setting(roleList, [...ownRoles]),
  ...programPaths,
  editor: setting(line(4096), ''),
  terminal: setting(line(4096), ''),
  variables: setting(
    line(4096).refine(
      (written) => readVariables(written) !== null,
      'names of variables, as GH_TOKEN, JAVA_HOME',
    ),
    '',
  ),
  worktreeSetup: setting(line(2000), ''),
  worktreeTeardown: setting(line(2000), ''),
  worktreePorts: setting(z.int().min(0).max(worktreeLimits.ports), 10),
  worktreePortBase: setting(z.int().min(1).max(65_000), 21_000),
  theme: setting(z.enum(['system', 'light', 'dark']), 'system'),
  density: setting(z.enum(['summary', 'normal', 'verbose']), 'normal'),
  notify: setting(z.boolean(), true),
  notifyFinished: setting(z.boolean(), false),
  notifyHarvest: setting(z.boolean(), false),
  sound: setting(z.boolean(), false),
  soundFinished: setting(z.boolean(), false),
  soundHarvest: setting(z.boolean(), false),
  notifyOffered: setting(z.boolean(), false),
  tabGroups: setting(z.enum(['folders', 'none']), 'folders'),
  policy: setting(policy, 'hybrid'),
  patience: setting(z.int().min(1).max(3600), 120),
  awake: setting(z.int().min(1).max(100), 8),
  sleepAfter: setting(
    z
      .int()
      .min(1)
      .max(7 * 24 * 60 * 60),
    120,
  ),
  links: setting(z.boolean(), true),
  linkOnSend: setting(z.boolean(), false),
  anchors: setting(z.enum(['open', 'off']), 'open'),
  taskSilence: setting(z.int().min(1).max(10_080), 60),
  askSharedEdits: setting(z.boolean(), false),
  quiet: setting(z.boolean(), false),
  stopped: setting(z.iso.datetime().nullable(), null),
  transcripts: setting(z.enum(['linked', 'all']), 'linked'),
  agentsConvene: setting(z.enum(['ask', 'start']), 'ask'),
  agentsConveneCap: setting(z.number().positive().max(10_000), 5),
  agentsOpen: setting(z.enum(['ask', 'within']), 'ask'),
  agentsOpenLimit: setting(z.int().min(1).max(20), 3),
  turnCap: setting(cap.nullable(), null),
  tabCap: setting(cap.nullable(), null),
  linkCap: setting(cap.nullable(), null),
  gatheringCap: setting(cap.nullable(), null),
  dayCap: setting(cap.nullable(), null),
  openInhale: setting(z.boolean(), false),
  plainGrants: setting(z.boolean(), false),
  enter: setting(z.enum(['queue', 'steer']), 'queue'),
  keys: setting(ownKeys, {}),
  checkForUpdates: setting(z.boolean(), true),
} as const

export type SettingName = keyof typeof settings
export type Settings = { readonly [K in SettingName]: z.infer<(typeof settings)[K]['shape']> }

const names = Object.keys(settings) as SettingName[]

export const initialSettings = Object.fromEntries(
  names.map((name) => [name, settings[name].initial]),
) as unknown as Settings

type Optional = { readonly [K in SettingName]: z.ZodOptional<(typeof settings)[K]['shape']> }

/** Unknown names are refused. */
export const settingsPatch = z.strictObject(
  Object.fromEntries(names.map((name) => [name, settings[name].shape.optional()])) as unknown as Optional,
)
