import { contextBridge, ipcRenderer } from 'electron'
import { feedChannel, requestChannel } from './channels.ts'

/** All that the page gets of the desktop: two functions. Neither hands on an event or a channel. */
contextBridge.exposeInMainWorld('janus', {
  request: (kind: unknown, input: unknown): Promise<unknown> =>
    ipcRenderer.invoke(requestChannel, kind, input),
  subscribe: (listener: (event: unknown) => void): (() => void) => {
    const name = crypto.randomUUID()
    const hear = (_event: unknown, of: unknown, told: unknown): void => {
      if (of === name) listener(told)
    }
    ipcRenderer.on(feedChannel, hear)
    void ipcRenderer.invoke(feedChannel, 'open', name)
    return () => {
      ipcRenderer.off(feedChannel, hear)
      void ipcRenderer.invoke(feedChannel, 'close', name)
    }
  },
})
