import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ContentsEvents } from './electron-parts.ts'
import { Started } from './testing/started.ts'
import { StandInContents } from './testing/contents-stand-in.ts'

let desktop: Started
beforeEach(async () => {
  desktop = await new Started().start()
})
afterEach(() => desktop.end())

function stopped(tell: (event: { preventDefault: () => void }) => void): boolean {
  let isStopped = false
  tell({ preventDefault: () => (isStopped = true) })
  return isStopped
}

test('every handler is there', () => {
  const { app, session, window } = desktop.electron
  expect(app.heard).toEqual([
    'activate',
    'before-quit',
    'certificate-error',
    'child-process-gone',
    'login',
    'second-instance',
    'select-client-certificate',
    'web-contents-created',
    'window-all-closed',
  ])
  expect(window.heard).toEqual([
    'close',
    'closed',
    'hide',
    'ready-to-show',
    'responsive',
    'session-end',
    'unresponsive',
  ])
  expect(window.webContents.heard).toEqual([
    'context-menu',
    'did-fail-load',
    'did-finish-load',
    'did-navigate',
    'render-process-gone',
    'select-bluetooth-device',
    'will-attach-webview',
    'will-frame-navigate',
    'will-navigate',
    'will-redirect',
  ])
  expect(session.defaultSession.heard).toEqual([
    'select-hid-device',
    'select-serial-port',
    'select-usb-device',
    'will-download',
  ])
  expect(Object.keys(session.defaultSession.handlers).sort()).toEqual([
    'beforeRequest',
    'check',
    'device',
    'display',
    'pairing',
    'request',
  ])
})

test('a page goes nowhere but to its start, opens nothing, holds nothing foreign', () => {
  const contents = new StandInContents()
  desktop.electron.app.tell('web-contents-created', { preventDefault: () => undefined }, contents)
  const goes = (
    event: 'will-navigate' | 'will-frame-navigate' | 'will-redirect',
    url: string,
    isMainFrame = true,
  ) =>
    !stopped((e) =>
      contents.tell(event, { ...e, url, isMainFrame } as Parameters<ContentsEvents[typeof event]>[0]),
    )
  expect(goes('will-navigate', 'app://janus/')).toBe(true)
  expect(goes('will-frame-navigate', 'app://janus/')).toBe(true)
  for (const url of [
    'https://evil/',
    'app://evil/',
    'file:///x',
    'app://janus/other',
    'about:blank',
    'data:,x',
  ]) {
    expect(goes('will-navigate', url)).toBe(false)
    expect(goes('will-frame-navigate', url)).toBe(false)
  }
  expect(goes('will-frame-navigate', 'app://janus/', false)).toBe(false)
  expect(goes('will-redirect', 'app://janus/')).toBe(false)
  expect(stopped((e) => contents.tell('will-attach-webview', e))).toBe(true)
  expect(contents.openWindow?.()).toEqual({ action: 'deny' })
  let device: string | null = null
  expect(stopped((e) => contents.tell('select-bluetooth-device', e, [], (id) => (device = id)))).toBe(true)
  expect(device).toBe('')
})

test('names, passwords and certificates are given to nobody', () => {
  const { app } = desktop.electron
  const given: unknown[][] = []
  const give = (...values: unknown[]) => given.push(values)
  expect(stopped((e) => app.tell('certificate-error', e, null, 'https://x', 'bad', null, give))).toBe(true)
  expect(stopped((e) => app.tell('login', e, null, null, null, give))).toBe(true)
  expect(stopped((e) => app.tell('select-client-certificate', e, null, 'https://x', [], give))).toBe(true)
  expect(given).toEqual([[false], [], []])
})

test('nothing is loaded from elsewhere', () => {
  const { beforeRequest } = desktop.electron.session.defaultSession.handlers
  const isCancelled = (url: string) => {
    let cancel: boolean | undefined
    beforeRequest?.({ url }, (response) => (cancel = response.cancel))
    return cancel
  }
  expect(isCancelled('app://janus/assets/x.js')).toBe(false)
  for (const url of [
    'https://evil/?d=secret',
    'http://127.0.0.1:9223/',
    'ws://x/',
    'file:///x',
    'ftp://x/',
  ]) {
    expect(isCancelled(url)).toBe(true)
  }
})

test('no device, no screen, no download', () => {
  const session = desktop.electron.session.defaultSession
  const { device, display, pairing, request, check } = session.handlers
  const given: unknown[] = []
  const give = (value?: unknown) => given.push(value)
  expect(device?.()).toBe(false)
  display?.({}, give)
  pairing?.({}, give)
  request?.({ getURL: () => 'app://janus/' }, 'media', give, {})
  request?.({ getURL: () => 'app://janus/' }, 'clipboard-sanitized-write', give, {})
  request?.({ getURL: () => 'app://janus/' }, 'notifications', give, { requestingUrl: 'https://evil/' })
  expect(given.splice(0)).toEqual([null, { confirmed: false }, false, true, false])
  expect(check?.(null, 'notifications', 'app://janus/')).toBe(true)
  expect(check?.(null, 'usb', 'app://janus/')).toBe(false)
  expect(stopped((e) => session.tell('will-download', e))).toBe(true)
  expect(stopped((e) => session.tell('select-hid-device', e, null, give))).toBe(true)
  expect(stopped((e) => session.tell('select-usb-device', e, null, give))).toBe(true)
  expect(stopped((e) => session.tell('select-serial-port', e, [], null, give))).toBe(true)
  expect(given).toEqual([undefined, undefined, ''])
})
