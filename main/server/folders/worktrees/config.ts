import { join } from 'node:path'
import { z } from 'zod'
import { readForeignFile, utf8Of } from '../../../adapters/folder/foreign-file.ts'
import { explain } from '../../../contract/api/explain.ts'
import { parseJson } from '../../../contract/api/parse-json.ts'
import type { Settings } from '../../../contract/app/settings.ts'
import {
  worktreeFiles,
  worktreeLimits,
  type RunPhase,
  type WorktreeCommand,
} from '../../../contract/folders/worktree-runs.ts'

/** Nothing in a command is hidden from whoever approves it: no control or formatting characters but line breaks and tabs. */
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

/** What a repository, or else the user's settings, wants for its worktrees. */
export interface WorktreeConfig {
  readonly commands: Readonly<Record<RunPhase, WorktreeCommand | null>>
  readonly ports: number
}

/** Longest file that is read, in bytes. */
const longest = 64 * 1024

type ConfigSettings = Pick<Settings, 'worktreeSetup' | 'worktreeTeardown' | 'worktreePorts'>

/** Reads `.janus/worktree.json` of a repository's folder: each of its fields wins over the user's setting. A string says why it cannot be used. */
export function readConfig(repository: string, settings: ConfigSettings): WorktreeConfig | string {
  const file = readForeignFile(join(repository, worktreeFiles.config), { most: longest, links: 'refuse' })
  const own = file.state === 'missing' ? {} : file.state === 'read' ? parse(file.bytes) : unreadable
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

const unreadable = 'It is no plain file, is too long, or cannot be read.'

function parse(bytes: Buffer): z.infer<typeof shape> | string {
  const json = parseJson(utf8Of(bytes) ?? '')
  if (json === undefined) return 'It is not valid JSON.'
  const read = shape.safeParse(json)
  return read.success ? read.data : explain(read.error, json, shape)
}
