import type { AppPart, ContentsPart, SessionPart, Preventable } from './electron-parts.ts'
import { allowNavigation, allowPermission, allowRequest } from './policy.ts'

/** Guards every page, and refuses all logins and certificates. */
export function guardApp(app: AppPart): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents))
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, callback) =>
    refuse(event, () => callback(false)),
  )
  app.on('login', (event, _contents, _details, _info, callback) => refuse(event, callback))
  app.on('select-client-certificate', (event, _contents, _url, _list, callback) => refuse(event, callback))
}

function refuse(event: Preventable, answer: () => void): void {
  event.preventDefault()
  answer()
}

/** A page can't navigate, open windows or embed foreign content. */
function guardContents(contents: ContentsPart): void {
  contents.on('will-navigate', (event) => {
    if (!allowNavigation(event.url, true)) event.preventDefault()
  })
  contents.on('will-frame-navigate', (event) => {
    if (!allowNavigation(event.url, event.isMainFrame)) event.preventDefault()
  })
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.on('select-bluetooth-device', (event, _devices, callback) => refuse(event, () => callback('')))
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  // This WebRTC policy leaves only connections over a proxy, and there is none.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
}

/** A session loads only Janus's own files, and grants no device, screen or download. */
export function guardSession(session: SessionPart, devTools: boolean): void {
  // A dead proxy, also for loopback addresses, stops any request that passes the other guards.
  void session.setProxy({ proxyRules: 'http://127.0.0.1:9', proxyBypassRules: '<-loopback>' })
  session.webRequest.onBeforeRequest(({ url }, callback) =>
    callback({ cancel: !allowRequest(url, devTools) }),
  )
  session.setPermissionRequestHandler((contents, permission, callback, details) =>
    callback(allowPermission(permission, details.requestingUrl ?? contents.getURL())),
  )
  session.setPermissionCheckHandler((_contents, permission, origin) => allowPermission(permission, origin))
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, callback) => callback(null))
  session.setBluetoothPairingHandler((_details, callback) => callback({ confirmed: false }))
  session.on('will-download', (event) => event.preventDefault())
  session.on('select-hid-device', (event, _details, callback) => refuse(event, callback))
  session.on('select-usb-device', (event, _details, callback) => refuse(event, callback))
  session.on('select-serial-port', (event, _ports, _contents, callback) => refuse(event, () => callback('')))
}
