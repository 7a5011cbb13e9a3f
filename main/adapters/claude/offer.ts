import type { ModelInfo, SlashCommand as SdkCommand } from '@anthropic-ai/claude-agent-sdk'
import type { Abilities } from '../../contract/abilities.ts'
import type { BackendOffer } from '../../ports.ts'
import { oneLine } from './one-line.ts'

/** `bypassPermissions` has to be allowed when a process is started. */
export const abilities: Abilities = {
  notes: true,
  folds: true,
  resumes: true,
  switchesTo: ['plan', 'default', 'acceptEdits'],
}

/** Longest list of either that is taken over. */
const listLimit = 300
const aboutLimit = 300

/** The commands that a CLI understands, each once, in its order; what cannot be typed is left out. */
export function readCommands(commands: readonly SdkCommand[]): BackendOffer['commands'] {
  const names = new Set<string>()
  return objects(commands)
    .filter(({ name }) => isText(name) && /^[^\s/\p{C}][^\s\p{C}]{0,99}$/u.test(name))
    .filter(({ name }) => !names.has(name) && names.add(name))
    .slice(0, listLimit)
    .map(({ name, description, argumentHint }) => ({
      name,
      about: oneLine(text(description), aboutLimit),
      argument: oneLine(text(argumentHint), 100),
    }))
}

/** The models that an account may choose. */
export function readModels(models: readonly ModelInfo[]): BackendOffer['models'] {
  return objects(models)
    .filter(({ value }) => isText(value) && /^[A-Za-z0-9][\w.:@/[\]-]{0,99}$/.test(value))
    .slice(0, listLimit)
    .map(({ value, displayName, description }) => ({
      value,
      name: oneLine(text(displayName), 100) || value,
      about: oneLine(text(description), aboutLimit),
    }))
}

/** An older or newer CLI may say something else here. */
function objects<T>(list: readonly T[]): T[] {
  return Array.isArray(list) ? list.filter((item) => typeof item === 'object' && item !== null) : []
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function text(value: unknown): string {
  return isText(value) ? value : ''
}
