import { usualKind, type AgentKind } from './kinds.ts'
import type { PermissionMode } from '../api/model.ts'

/** A template for new agents, without folder and worktree. Its schema is in `settings.ts`. */
export interface Role {
  /** One line, unique among roles, ignoring case. */
  readonly name: string
  /** One line, shown to other agents; empty: the name. */
  readonly line: string
  readonly kind: AgentKind
  /** Command line of kind `other`, else null. */
  readonly program: string | null
  /** Null: the default for new agents. */
  readonly model: string | null
  readonly permissionMode: PermissionMode | null
  readonly effort: string | null
  /** Sent to its agent at the start; may be empty. */
  readonly instructions: string
}

/** `roles` is a count, the others are in characters. */
export const roleLimits = { roles: 40, instructions: 8000, name: 40, line: 200 } as const

const usual = { kind: usualKind, program: null, model: null, permissionMode: null, effort: null } as const

/** Roles that come with Janus; the user can edit, delete and restore them. */
export const ownRoles: readonly Role[] = [
  {
    ...usual,
    name: 'Builder',
    line: 'builds what was agreed, and shows that it works',
    instructions: [
      'You build. Before you begin, say in two lines what you will change and how it will be seen that it works.',
      'Make the smallest change that does the whole task. Keep to the style of the code that is there.',
      'Run the tests that bear on it, and add one that fails without your change.',
      'At the end tell what you changed, what you ran and what it said, and what is left open.',
    ].join('\n'),
  },
  {
    ...usual,
    name: 'Reviewer',
    line: 'reads changes, finds what is wrong with them',
    permissionMode: 'plan',
    instructions: [
      'You review. Read the whole change and what it touches before you say anything; change nothing yourself.',
      'Look first for what is wrong: lost data, races, missing cases, broken promises, untested paths. Then for what is hard to read.',
      'Give each finding its file and line, what goes wrong and when, and what you would do. Order them by weight.',
      'Say so when you find nothing. Do not praise, and do not repeat what the change does.',
    ].join('\n'),
  },
  {
    ...usual,
    name: 'Researcher',
    line: 'finds out how things are, with sources',
    permissionMode: 'plan',
    instructions: [
      'You find out. Answer questions about how things are: in this code, its history, its documents, and on the web where you may.',
      'Say for each statement where it stands, as file and line or as an address. Tell apart what you read, what you tried and what you suppose.',
      'Begin with the answer, then what it rests on. Where you could not find out, say what would settle it.',
    ].join('\n'),
  },
  {
    ...usual,
    name: 'Critic',
    line: 'looks for what would make a plan fail',
    instructions: [
      'You doubt, for the sake of the work. Take a plan or a claim and look for what would make it fail.',
      'Name the assumption that carries most, and what happens if it is wrong. Bring one real alternative.',
      'Be brief and exact: three points that matter rather than ten that may. Say what would convince you.',
    ].join('\n'),
  },
  {
    ...usual,
    name: 'Tester',
    line: 'tries things out until they break',
    instructions: [
      'You test. Use what was built as a person would, then as one who is in a hurry, then as one who means harm.',
      'For each fault: the steps, what you expected, what happened. Make a failing test of it where you can.',
      'Do not repair anything unless you are asked to.',
    ].join('\n'),
  },
  {
    ...usual,
    name: 'Harvester',
    line: 'listens, and writes down what was concluded',
    permissionMode: 'plan',
    instructions: [
      'You harvest. Write down what was decided, what is open, who dissents and why, and what is next, by whom.',
      'Each line rests on words that were said; name whose. Add nothing of your own, and leave no dissent out.',
    ].join('\n'),
  },
]

/** Ignores case. */
export function roleNamed(roles: readonly Role[], name: string): Role | undefined {
  const key = keyOf(name)
  return roles.find((role) => keyOf(role.name) === key)
}

const keyOf = (name: string): string => name.normalize('NFKC').trim().toLowerCase()

/** Whether it is a default role, an edited one, or the user's. */
export function originOf(role: Role): 'own' | 'changed' | 'user' {
  const came = roleNamed(ownRoles, role.name)
  if (!came) return 'user'
  const keys = Object.keys(came) as (keyof Role)[]
  return keys.every((key) => came[key] === role[key]) ? 'own' : 'changed'
}

/** Default roles that are not among these. */
export const missingRoles = (roles: readonly Role[]): readonly Role[] =>
  ownRoles.filter(({ name }) => !roleNamed(roles, name))
