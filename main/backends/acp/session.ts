import type { Picture } from '../../ports/attachments.ts'
import type { FrameId } from '../../contract/api/model.ts'
import type { ModelOffer } from '../../contract/agents/model-offers.ts'
import type { SlashCommand } from '../../contract/api/views.ts'
import { asObject, asObjects, asText, type Json } from '../../adapters/processes/json.ts'

/** What a session tells of its prompts. Calls return at once. */
export interface AcpSessionEvents {
  /** The prompt is in the conversation; `id`: by this it is found there again, null where it has none. */
  taken(frame: FrameId, id: string | null): void
  ended(end: AcpTurnEnd): void
}

/** How a turn ended. */
export interface AcpTurnEnd {
  /** The protocol's word, or `error`. */
  readonly stop: string
  readonly code: number | null
  /** The agent's own name of it, where it tells one. */
  readonly errorName: string
  readonly words: string
  /** All that was told with it, for what it says of the use. */
  readonly told: Json
}

/** One conversation with one agent, over one version of the protocol. */
export interface AcpSession {
  readonly version: 1 | 2
  /** By which it goes on in a new process. */
  readonly id: string
  /** Puts a prompt. While a turn runs only where the agent takes it into that one. */
  prompt(frame: FrameId, text: string, pictures: readonly Picture[]): void
  /** Puts words into the turn that runs; false: there is none any more. */
  steer(text: string, pictures: readonly Picture[]): Promise<boolean>
  cancel(): void
  /** Sets one of its options; rejects when the agent does not take it. */
  set(option: string, value: string): Promise<void>
}

type Content =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string }

/** Words, and the pictures beside them. */
export const contentOf = (text: string, pictures: readonly Picture[]): Content[] => [
  { type: 'text', text },
  ...pictures.map(({ data, type }) => ({ type: 'image', data, mimeType: type }) as const),
]

/** What an agent says of a session when it opens: its settings, as either version tells them. */
export type AcpSettings = readonly Setting[]

interface Setting {
  readonly id: string
  readonly category: string
  readonly value: string
  readonly choices: readonly { readonly value: string; readonly name: string; readonly about: string }[]
}

/** The settings in the answer that opened a session. Modes and models also come by themselves. */
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

/** The models to choose from, the agent's own choice first. */
export function modelsIn(settings: AcpSettings): readonly ModelOffer[] {
  const model = settings.find(({ category }) => category === 'model')
  const own = { value: '', name: 'Its own choice', about: 'What the program is set to' }
  return [own, ...(model?.choices ?? [])]
}

/** The commands that an agent understands. */
export function commandsIn(update: Json): readonly SlashCommand[] {
  return asObjects(update['availableCommands']).flatMap((command) => {
    const name = asText(command['name'])
    if (name === '') return []
    const argument = asText(asObject(command['input'])['hint'])
    return [{ name, about: asText(command['description']), argument }]
  })
}

/** An error of the agent, as its connection throws it. */
export function readError(error: unknown): Pick<AcpTurnEnd, 'code' | 'errorName' | 'words'> {
  const { code, message, data } = asObject(error)
  const all = error instanceof Error ? error.message : asText(message)
  // JSON-RPC's words for -32603, which say nothing where others follow.
  const said = all.replace(/^internal error(?:: *|$)/i, '')
  const details = asText(data) || asText(asObject(data)['details']) || asText(asObject(data)['message'])
  const more = said.includes(details) ? '' : details
  return {
    code: typeof code === 'number' ? code : null,
    errorName: asText(asObject(data)['errorName']),
    words: [said, more].filter((one) => one !== '').join(': ') || all,
  }
}

/** Whether an error is what the agent answered; else its connection has ended, which says nothing of a turn. */
export function isErrorAnswer(error: unknown): boolean {
  return typeof asObject(error)['code'] === 'number'
}

/** Why an agent cannot be used, in words for a user that go on after its name. */
export class UnusableError extends Error {
  override readonly name = 'UnusableError'
}
