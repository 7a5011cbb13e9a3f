import { z } from 'zod'
import { explain } from '../../../contract/api/explain.ts'
import { parseJson } from '../../../contract/api/parse-json.ts'
import type { Settings } from '../../../contract/app/settings.ts'
import {
  worktreeFiles,
  worktreeLimits,
  type RunPhase,
  type WorktreeCommand,
} from '../../../contract/folders/worktree-runs.ts'

/**
 * Commands must be fully visible to the user who approves them: no control or format characters except line
 * breaks and tabs.
 */
const command = z
  .string()
  .max(worktreeLimits.command)
  .refine((text) => text.trim() !== '', 'a command is not empty: leave it out')
  .refine((text) => !/[^\P{C}\n\t]/u.test(text), 'a command has no invisible characters')

const shape = z.strictObject({
  setup: command.optional(),
  teardown: command.optional(),
  ports: z.int().min(0).max(worktreeLimits.ports).optional(),
})

/** From the repository, or else from the user's settings. */
export interface WorktreeConfig {
  readonly commands: Readonly<Record<RunPhase, WorktreeCommand | null>>
  readonly ports: number
}

type ConfigSettings = Pick<Settings, 'worktreeSetup' | 'worktreeTeardown' | 'worktreePorts'>

/**
 * Parses `.janus/worktree.json` (null: there is none); its fields override the user's settings. Returns a
 * string that says why it cannot be used.
 */
export function readConfig(text: string | null, settings: ConfigSettings): WorktreeConfig | string {
  const own = text === null ? {} : parse(text)
  if (typeof own === 'string') return `${worktreeFiles.config}: ${own}`
  const commandOf = (of: string | undefined, usual: string): WorktreeCommand | null => {
    if (of !== undefined) return { command: of, from: 'repository' }
    return usual === '' ? null : { command: usual, from: 'user' }
  }
  return {
    commands: {
      setup: commandOf(own.setup, settings.worktreeSetup),
      teardown: commandOf(own.teardown, settings.worktreeTeardown),
    },
    ports: own.ports ?? settings.worktreePorts,
  }
}

function parse(text: string): z.infer<typeof shape> | string {
  const json = parseJson(text)
  if (json === undefined) return 'It is not valid JSON, or cannot be read.'
  const read = shape.safeParse(json)
  return read.success ? read.data : explain(read.error, json, shape)
}
