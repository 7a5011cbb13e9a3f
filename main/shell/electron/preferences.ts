import type { WebPreferences } from 'electron'

/** How a page of Janus runs: in the sandbox, apart from its preload, without Node, and with nothing relaxed. */
export function webPreferences(preload: string, isPackaged: boolean): Readonly<WebPreferences> {
  return Object.freeze({
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    navigateOnDragDrop: false,
    safeDialogs: true,
    spellcheck: true,
    devTools: !isPackaged,
  } satisfies WebPreferences)
}
