import type { Picture } from '../../ports/attachments.ts'
import type { FrameId } from '../../contract/api/model.ts'
import type { ModelOffer } from '../../contract/agents/model-offers.ts'
import type { SlashCommand } from '../../contract/api/views.ts'
import { asObject, asObjects, asText, type Json } from '../../adapters/processes/json.ts'

/** Callbacks for prompts of a session. They return at once. */
export interface AcpSessionEvents {
  /** The prompt is in the conversation under this id; null if it has none. */
  taken(frame: FrameId, id: string | null): void
  ended(end: AcpTurnEnd): void
}

export interface AcpTurnEnd {
  /** The protocol's stop reason, or `error`. */
  readonly stop: string
  readonly code: number | null
  readonly errorName: string
  readonly words: string
  /** The message that ended the turn; it may contain usage. */
  readonly told: Json
}

export interface AcpSession {
  readonly version: 1 | 2
  readonly id: string
  /** Sends a prompt. During a turn only for agents that add it to that turn. */
  prompt(frame: FrameId, text: string, pictures: readonly Picture[]): void
  /** Sends text into the running turn; resolves to false if no turn runs. */
  steer(text: string, pictures: readonly Picture[]): Promise<boolean>
  cancel(): void
  set(option: string, value: string): Promise<void>
}

type Content =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string }

export const contentOf = (text: string, pictures: readonly Picture[]): Content[] => [
  { type: 'text', text },
  ...pictures.map(({ data, type }) => ({ type: 'image', data, mimeType: type }) as const),
]

/** An agent's session settings, in either version's form. */
export type AcpSettings = readonly Setting[]

interface Setting {
  readonly id: string
  readonly category: string
  readonly value: string
  readonly choices: readonly { readonly value: string; readonly name: string; readonly about: string }[]
}

/** Reads the settings from the answer that opened a session. Modes and models may also be separate fields. */
export function readSettings(answer: Json): AcpSettings {
  const options = asObjects(answer['configOptions']).flatMap((option): Setting[] => {
    const id = asText(option['id']) || asText(option['configId'])
    if (id === '' || option['type'] !== 'select') return []
    const value = asText(option['currentValue'])
    return [{ id, category: asText(option['category']), value, choices: choicesIn(option['options']) }]
  })
  const modes = asObject(answer['modes'])
  const models = asObject(answer['models'])
  const has = (category: string): boolean => options.some((option) => option.category === category)
  const mode = listed('mode', modes['currentModeId'], asObjects(modes['availableModes']), 'id')
  const model = listed('model', models['currentModelId'], asObjects(models['availableModels']), 'modelId')
  return [...options, ...(has('mode') ? [] : mode), ...(has('model') ? [] : model)]
}

function choicesIn(options: unknown): Setting['choices'] {
  return asObjects(options).flatMap((one) => {
    const inGroup = asObjects(one['options'])
    if (inGroup.length > 0) return choicesIn(inGroup)
    const value = asText(one['value'])
    return value === '' ? [] : [{ value, name: asText(one['name']), about: asText(one['description']) }]
  })
}

function listed(id: string, value: unknown, all: readonly Json[], name: string): readonly Setting[] {
  const choices = all.flatMap((one) => {
    const choice = asText(one[name])
    return choice === ''
      ? []
      : [{ value: choice, name: asText(one['name']), about: asText(one['description']) }]
  })
  return choices.length === 0 ? [] : [{ id, category: id, value: asText(value), choices }]
}

/** The offered models, preceded by the agent's own default. */
export function modelsIn(settings: AcpSettings): readonly ModelOffer[] {
  const model = settings.find(({ category }) => category === 'model')
  const own = { value: '', name: 'Its own choice', about: 'What the program is set to' }
  return [own, ...(model?.choices ?? [])]
}

export function commandsIn(update: Json): readonly SlashCommand[] {
  return asObjects(update['availableCommands']).flatMap((command) => {
    const name = asText(command['name'])
    if (name === '') return []
    const argument = asText(asObject(command['input'])['hint'])
    return [{ name, about: asText(command['description']), argument }]
  })
}

export function readError(error: unknown): Pick<AcpTurnEnd, 'code' | 'errorName' | 'words'> {
  const { code, message, data } = asObject(error)
  const all = error instanceof Error ? error.message : asText(message)
  // JSON-RPC's text for -32603 says nothing if details follow.
  const said = all.replace(/^internal error(?:: *|$)/i, '')
  const details = asText(data) || asText(asObject(data)['details']) || asText(asObject(data)['message'])
  const more = said.includes(details) ? '' : details
  return {
    code: typeof code === 'number' ? code : null,
    errorName: asText(asObject(data)['errorName']),
    words: [said, more].filter((one) => one !== '').join(': ') || all,
  }
}

/** Whether the agent answered with an error. Otherwise the connection closed, and the turn may continue. */
export function isErrorAnswer(error: unknown): boolean {
  return typeof asObject(error)['code'] === 'number'
}

/** Why an agent can't be used: text for the user that follows the agent's name. */
export class UnusableError extends Error {
  override readonly name = 'UnusableError'
}
