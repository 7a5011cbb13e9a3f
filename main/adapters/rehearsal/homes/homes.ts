import { join } from 'node:path'
import { codexHome } from './codex.ts'
import { copilotHome } from './copilot.ts'
import { geminiHome } from './gemini.ts'
import type { RehearsalHome } from './home.ts'
import { opencodeHome } from './opencode.ts'
import { qwenHome } from './qwen.ts'

/** The programs that the model can be rehearsed with, beside Claude's. */
export const rehearsedKinds = ['codex', 'gemini', 'opencode', 'qwen', 'copilot'] as const

/** One of them. */
export type RehearsedKind = (typeof rehearsedKinds)[number]

/** By kind: its home in a folder of its own, against the model at a URL. */
const homes: Readonly<Record<RehearsedKind, (home: string, modelUrl: string) => RehearsalHome>> = {
  codex: codexHome,
  gemini: geminiHome,
  opencode: opencodeHome,
  qwen: qwenHome,
  copilot: copilotHome,
}

/**
 * What leads the program of a kind to the model at `modelUrl`, in a home of its own below `folder`. Its environment goes
 * over one without accounts (`withoutAccounts`); its files are written before the start (`writeHome`).
 */
export function rehearsalHome(kind: RehearsedKind, folder: string, modelUrl: string): RehearsalHome {
  return homes[kind](join(folder, kind), modelUrl)
}
