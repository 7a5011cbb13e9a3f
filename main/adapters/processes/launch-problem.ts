import type { Launch } from '../../ports/ports.ts'

/** A program could take anything else for an option of its own. */
export const isModelName = (text: string): boolean => /^[A-Za-z0-9][\w.:@/[\]-]{0,99}$/.test(text)

/** What is wrong with a launch, in words for a person, or null. */
export function launchProblem({ model, cwd }: Launch): string | null {
  if (model !== null && !isModelName(model))
    return `“${model.slice(0, 100)}” is no name of a model. Choose another model.`
  return cwd.includes('\0') ? 'The folder of this tab has a name that no system can open.' : null
}
