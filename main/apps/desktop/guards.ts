import type { AppPart, ContentsPart, SessionPart } from './electron-parts.ts'
import { allowNavigation, allowPermission, allowRequest } from './policy.ts'

/** Guards every page that there will ever be, and everything that asks for a name or a certificate. */
export function guardApp(app: AppPart): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents))
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, callback) => {
    event.preventDefault()
    callback(false)
  })
  app.on('login', (event, _contents, _details, _info, callback) => {
    event.preventDefault()
    callback()
  })
  app.on('select-client-certificate', (event, _contents, _url, _list, callback) => {
    event.preventDefault()
    callback()
  })
}

/** A page goes nowhere, opens nothing and holds nothing foreign. */
function guardContents(contents: ContentsPart): void {
  contents.on('will-navigate', (event) => {
    if (!allowNavigation(event.url, true)) event.preventDefault()
  })
  contents.on('will-frame-navigate', (event) => {
    if (!allowNavigation(event.url, event.isMainFrame)) event.preventDefault()
  })
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.on('select-bluetooth-device', (event, _devices, callback) => {
    event.preventDefault()
    callback('')
  })
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  // Of the ways by which pages talk to each other only those over a proxy are left, and there is none.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
}

/** A session loads our own files only, and gives no device, no screen and no download away. */
export function guardSession(session: SessionPart, devTools: boolean): void {
  // A proxy where nobody listens, also for this machine's own addresses: what gets past all else ends there.
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
  session.on('select-hid-device', (event, _details, callback) => {
    event.preventDefault()
    callback()
  })
  session.on('select-usb-device', (event, _details, callback) => {
    event.preventDefault()
    callback()
  })
  session.on('select-serial-port', (event, _ports, _contents, callback) => {
    event.preventDefault()
    callback('')
  })
}
