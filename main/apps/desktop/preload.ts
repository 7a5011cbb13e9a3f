import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { commandChannel, feedChannel, requestChannel } from './channels.ts'

/** Ignores failures: the window may be closing. */
function tellFeed(verb: 'open' | 'close', name: string): void {
  ipcRenderer.invoke(feedChannel, verb, name).catch(() => undefined)
}

/** All that the page can use of the desktop. Never passes on an event object or a channel. */
contextBridge.exposeInMainWorld('janus', {
  request: (kind: unknown, input: unknown): Promise<unknown> =>
    ipcRenderer.invoke(requestChannel, kind, input),
  subscribe: (listener: (event: unknown) => void): (() => void) => {
    if (typeof listener !== 'function') throw new TypeError('subscribe takes a function.')
    const name = crypto.randomUUID()
    const hear = (_event: unknown, of: unknown, told: unknown): void => {
      if (of === name) listener(told)
    }
    ipcRenderer.on(feedChannel, hear)
    tellFeed('open', name)
    return () => {
      ipcRenderer.off(feedChannel, hear)
      tellFeed('close', name)
    }
  },
  pathOf: (file: File): string => webUtils.getPathForFile(file),
  onCommand: (listener: (command: string) => void): (() => void) => {
    if (typeof listener !== 'function') throw new TypeError('onCommand takes a function.')
    const hear = (_event: unknown, command: unknown): void => listener(String(command))
    ipcRenderer.on(commandChannel, hear)
    return () => void ipcRenderer.off(commandChannel, hear)
  },
})
