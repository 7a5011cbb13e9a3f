import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { commandChannel, feedChannel, requestChannel } from './channels.ts'

/** Says of a feed that it begins or ends; the window may be going away just then. */
function tellFeed(verb: 'open' | 'close', name: string): void {
  ipcRenderer.invoke(feedChannel, verb, name).catch(() => undefined)
}

/** All that the page gets of the desktop: four functions. None hands on an event or a channel. */
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
