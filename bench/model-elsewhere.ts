import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { MessageCreateParams } from '@anthropic-ai/sdk/resources/messages'

export interface ToModel {
  readonly does: 'hold' | 'release'
  readonly gate: string
}

/** Its messages; `at` in ms of the clock that all processes share, see `sharedNow`. */
export type FromModel =
  | { readonly is: 'ready'; readonly url: string }
  | { readonly is: 'held'; readonly gate: string }
  | { readonly is: 'released'; readonly gate: string; readonly at: number }
  | { readonly is: 'asked'; readonly words: string; readonly at: number }

/** Milliseconds of the monotonic clock, which all processes share. */
export const sharedNow = (): number => Number(process.hrtime.bigint()) / 1e6

/** The demo model in its own process, so that its work delays nothing that is measured. */
export interface ModelProcess {
  readonly url: string
  held(gate: string): Promise<void>
  /** Continues the answer; resolves with the time. */
  release(gate: string): Promise<number>
  /** Reports each request's last text and time; returns an unsubscribe function. */
  onRequest(hear: (words: string, at: number) => void): () => void
  close(): Promise<void>
}

export async function startModelElsewhere(): Promise<ModelProcess> {
  const child = fork(join(import.meta.dirname, 'model-process.ts'))
  const heard = new Set<(message: FromModel) => void>()
  child.on('message', (message: FromModel) => heard.forEach((hear) => hear(message)))
  child.on('exit', (code) => {
    if (code !== 0 && code !== null) throw new Error(`The model's process ended with code ${code}.`)
  })
  const next = <T>(find: (message: FromModel) => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      const hear = (message: FromModel): void => {
        const found = find(message)
        if (found === undefined) return
        heard.delete(hear)
        resolve(found)
      }
      heard.add(hear)
    })
  const tell = (message: ToModel): void => void child.send(message)
  const url = await next((message) => (message.is === 'ready' ? message.url : undefined))
  return {
    url,
    async held(gate) {
      const held = next((message) => (message.is === 'held' && message.gate === gate ? true : undefined))
      tell({ does: 'hold', gate })
      await held
    },
    release(gate) {
      const at = next((message) =>
        message.is === 'released' && message.gate === gate ? message.at : undefined,
      )
      tell({ does: 'release', gate })
      return at
    },
    onRequest(hear) {
      const listen = (message: FromModel): void => {
        if (message.is === 'asked') hear(message.words, message.at)
      }
      heard.add(listen)
      return () => heard.delete(listen)
    },
    async close() {
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}

/** The last user text of a request. Skips other blocks: the result of A's own tool call repeats the message. */
export function lastWords(body: MessageCreateParams): string {
  const content = body.messages.findLast((message) => message.role === 'user')?.content ?? ''
  if (typeof content === 'string') return content
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
}
