import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './shared-app.ts'

/*
 * The desktop's page has no network. Here a hijacked page tries every API that reaches the network, against
 * local listeners and Chromium's own network log.
 */

/** Counts UDP and TCP contacts; `first` resolves with the first. */
async function listen() {
  let heard = 0
  const { promise: first, resolve } = Promise.withResolvers<void>()
  const hear = () => {
    heard++
    resolve()
  }
  const server = createServer((socket) => {
    hear()
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const datagrams = createSocket('udp4', hear).bind(port, '127.0.0.1')
  await once(datagrams, 'listening')
  return {
    port,
    first,
    heard: () => heard,
    close: () => {
      server.close()
      datagrams.close()
    },
  }
}

/** A WebRTC call by STUN, and by TURN over UDP and TCP; resolves when no more candidates are gathered. */
const callPeer = (page: Page, port: number): Promise<void> =>
  page.evaluate(async (at) => {
    const credentials = { username: 'what an agent said', credential: 'x' }
    const connection = new RTCPeerConnection({
      iceServers: [
        { urls: `stun:127.0.0.1:${String(at)}` },
        { urls: `turn:127.0.0.1:${String(at)}`, ...credentials },
        { urls: `turn:127.0.0.1:${String(at)}?transport=tcp`, ...credentials },
        { urls: 'stun:secret.janus-test.invalid:3478' },
      ],
    })
    connection.createDataChannel('out')
    await connection.setLocalDescription()
    if (connection.iceGatheringState !== 'complete') {
      await new Promise<void>((resolve) => {
        connection.addEventListener('icegatheringstatechange', () => {
          if (connection.iceGatheringState === 'complete') resolve()
        })
      })
    }
    connection.close()
  }, port)

/** All other ways to send a request or look up a name. */
const askAround = (page: Page, port: number): Promise<void> =>
  page.evaluate(async (at) => {
    const here = `127.0.0.1:${String(at)}`
    const names = ['prefetch', 'preconnect', 'dns-prefetch', 'stylesheet', 'preload', 'modulepreload']
    for (const [index, rel] of names.entries()) {
      for (const place of [here, `secret-${String(index)}.janus-test.invalid`]) {
        document.head.append(Object.assign(document.createElement('link'), { rel, href: `http://${place}/` }))
      }
    }
    for (const tag of ['img', 'iframe', 'video', 'script'] as const) {
      try {
        document.body.append(Object.assign(document.createElement(tag), { src: `http://${here}/${tag}` }))
      } catch {
        // The page's policy forbids even that.
      }
    }
    navigator.sendBeacon(`http://${here}/beacon`, 'x')
    const tries = [
      fetch(`http://${here}/`),
      fetch('http://secret.janus-test.invalid/'),
      new Promise((_, reject) => {
        new WebSocket(`ws://${here}/`).addEventListener('error', reject)
      }),
      new Promise((_, reject) => {
        new EventSource(`http://${here}/`).addEventListener('error', reject)
      }),
    ]
    await Promise.allSettled(tries)
    window.open(`http://${here}/open`)
  }, port)

/**
 * Entries in Chromium's network log that mean a contact or a lookup. A connected UDP socket sends nothing:
 * Chromium uses one to find out whether there is a route.
 */
const leaving = /^(TCP_CONNECT_ATTEMPT|UDP_BYTES_SENT|DNS_TRANSACTION|HOST_RESOLVER_SYSTEM_TASK)$/

async function kindsIn(file: string): Promise<string[]> {
  const log = JSON.parse(await readFile(file, 'utf8')) as {
    constants: { logEventTypes: Record<string, number> }
    events: { type: number }[]
  }
  const names = new Map(Object.entries(log.constants.logEventTypes).map(([name, type]) => [type, name]))
  const kinds = log.events.flatMap(({ type }) => names.get(type) ?? [])
  return [...new Set(kinds.filter((name) => leaving.test(name)))]
}

test('nothing leaves a page that was taken over: no datagram, no connection, no name', async ({
  janus,
  desk,
  place,
}) => {
  const { page } = desk
  const listener = await listen()
  const file = join(place.state, 'network.json')
  await janus.app.evaluate(({ session }, path) => session.defaultSession.netLog.startLogging(path), file)
  await callPeer(page, listener.port)
  await askAround(page, listener.port)
  await janus.app.evaluate(({ session }) => session.defaultSession.netLog.stopLogging())
  expect([listener.heard(), await kindsIn(file)]).toEqual([0, []])
  expect(page.url()).toBe('app://janus/')

  // Without the two guards the same call reaches the listener, which proves the test.
  await janus.app.evaluate(async ({ session, BrowserWindow }) => {
    await session.defaultSession.setProxy({ mode: 'direct' })
    BrowserWindow.getAllWindows()[0]?.webContents.setWebRTCIPHandlingPolicy('default')
  })
  const call = callPeer(page, listener.port)
  await Promise.race([listener.first, call])
  expect(listener.heard()).toBeGreaterThan(0)
  // The call keeps trying for half a minute; reloading ends it earlier.
  await Promise.all([page.reload(), call.catch(() => undefined)])
  listener.close()
})

test('the page has four functions of the desktop, nothing of Node, and refusals come as values', async ({
  desk,
}) => {
  const found = await desk.page.evaluate(async () => {
    const { janus } = globalThis as unknown as {
      janus: { request: (kind: string, input: unknown) => Promise<unknown> }
    }
    const node = ['require', 'process', 'module', 'Buffer'].filter((name) => name in globalThis)
    const refused = await janus.request('agents.stop', { agent: 'nobody' })
    const link = await janus.request('pages.open', { url: 'javascript:alert(1)' })
    return { names: Object.keys(janus).sort(), node, refused, link }
  })
  expect(found).toMatchObject({
    names: ['onCommand', 'pathOf', 'request', 'subscribe'],
    node: [],
    refused: { error: { code: 'unknown_agent' } },
    link: { error: { code: 'bad_request' } },
  })
})

test('a page that goes astray is led back', async ({ desk }) => {
  await desk.page.evaluate(() => {
    location.href = 'about:blank'
  })
  await desk.page.waitForURL('app://janus/')
  await desk.open('')
})
