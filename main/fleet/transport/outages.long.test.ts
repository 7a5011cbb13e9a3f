import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FleetTransport } from '../../ports/transport.ts'
import { makeEnvelope, makeEnvelopes, makePresence } from '../../testkit/factories/machines.ts'
import { TransportListener } from './testing/transport-listener.ts'
import { systemClock } from '../../adapters/system-clock.ts'
import { fleetFileIn, inviteMachine, joinFleet, removeMachine, tellServer } from './founding.ts'
import { RealFleet } from './testing/real-fleet.ts'
import { natsServer } from './testing/nats-server.ts'

let fleet: RealFleet

const enter = async (machine: string) => {
  const listener = new TransportListener()
  return { transport: await fleet.open(machine, listener), listener }
}

/** Sends everything from the first unsaved envelope on after each reconnect, as a machine does. */
function goOn(
  transport: FleetTransport,
  listener: TransportListener,
  to: TransportListener,
  last: number,
): void {
  const tell = listener.brokerChanged.bind(listener)
  listener.brokerChanged = (state) => {
    tell(state)
    const next = Math.max(0, ...to.saved.map(({ n }) => n)) + 1
    if (state.kind === 'connected') transport.send('cellar', makeEnvelopes('attic', 'cellar', next, last))
  }
}

/** Without repetitions, by first arrival. */
const firsts = (places: readonly number[]): number[] => [...new Set(places)]
const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1)
const kinds = ({ states }: TransportListener): string[] => states.map(({ kind }) => kind)

describe.skipIf(natsServer === null)('outages', { timeout: 120_000 }, () => {
  beforeEach(async () => void (fleet = await RealFleet.found({})))
  afterEach(() => fleet.dispose())

  it('loses nothing and keeps the order when the server is killed in the midst of it, three times', async () => {
    const [attic, cellar] = [await enter('attic'), await enter('cellar')]
    goOn(attic.transport, attic.listener, cellar.listener, 800)
    attic.transport.send('cellar', makeEnvelopes('attic', 'cellar', 1, 800))
    for (const at of [100, 300, 500]) {
      await cellar.listener.until(() => cellar.listener.saved.some(({ n }) => n >= at))
      await fleet.server.stop('SIGKILL')
      await fleet.restart()
    }
    await cellar.listener.until(() => cellar.listener.saved.some(({ n }) => n === 800))
    expect(firsts(cellar.listener.places)).toEqual(upTo(800))
    expect(kinds(attic.listener).slice(-2)).toEqual(['connecting', 'connected'])
  })

  it('brings once more what a killed machine had saved and not yet acknowledged, then what comes after it', async () => {
    const [attic, first] = [await enter('attic'), await enter('cellar')]
    await first.transport.close()
    const program = join(import.meta.dirname, 'testing', 'taker.ts')
    const child = spawn(process.execPath, [program, fleet.fileOf('cellar'), '5'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'close')
    attic.transport.send('cellar', makeEnvelopes('attic', 'cellar', 1, 8))
    const saved: number[] = []
    for await (const line of createInterface({ input: child.stdout })) {
      saved.push(Number(line))
      if (saved.at(-1) === 5) child.kill('SIGKILL')
    }
    await ended
    expect(saved).toEqual([1, 2, 3, 4, 5])
    const next = await enter('cellar')
    await next.listener.untilSaved(4)
    expect(next.listener.places).toEqual([5, 6, 7, 8])
  })

  it('notices a server that stands still, and goes on when it does', async () => {
    const [attic, cellar] = [await enter('attic'), await enter('cellar')]
    const began = performance.now()
    fleet.server.process.kill('SIGSTOP')
    attic.transport.send('cellar', makeEnvelopes('attic', 'cellar', 1, 20))
    await attic.listener.until(() => kinds(attic.listener).at(-1) === 'connecting')
    expect(performance.now() - began).toBeLessThan(20_000)
    fleet.server.process.kill('SIGCONT')
    await cellar.listener.until(() => cellar.listener.saved.some(({ n }) => n === 20))
    expect(firsts(cellar.listener.places)).toEqual(upTo(20))
  })

  it('carries on over a store that was set back, whose numbers are used a second time', async () => {
    const [attic, cellar] = [await enter('attic'), await enter('cellar')]
    attic.transport.send('cellar', makeEnvelopes('attic', 'cellar', 1, 10))
    await cellar.listener.untilSaved(10)
    await fleet.server.stop('SIGTERM')
    const copy = join(fleet.folder, 'copy')
    cpSync(fleet.store, copy, { recursive: true })
    await fleet.restart()
    attic.transport.send('cellar', makeEnvelopes('attic', 'cellar', 11, 20))
    await cellar.listener.until(() => cellar.listener.saved.some(({ n }) => n === 20))
    await fleet.server.stop('SIGTERM')
    rmSync(fleet.store, { recursive: true })
    cpSync(copy, fleet.store, { recursive: true })
    await fleet.restart()
    const before = cellar.listener.saved.length
    // Some were sent before and still arrive.
    attic.transport.send('cellar', makeEnvelopes('attic', 'cellar', 15, 30))
    await cellar.listener.until(() => cellar.listener.saved.some(({ n }) => n === 30))
    const since = cellar.listener.saved.slice(before).map(({ n }) => n)
    expect(since.filter((n) => n >= 15)).toEqual(upTo(30).slice(14))
  })

  it('keeps out a second Janus of the same key over an outage too', async () => {
    const [attic, first] = [await enter('attic'), await enter('cellar')]
    const second = await enter('cellar')
    expect(kinds(second.listener).at(-1)).toBe('aside')
    await fleet.server.stop('SIGKILL')
    await fleet.restart()
    const connected = (): number => kinds(attic.listener).filter((kind) => kind === 'connected').length
    await attic.listener.until(() => connected() === 2)
    await first.listener.until(() => kinds(first.listener).at(-1) === 'twice')
    attic.transport.send('cellar', makeEnvelopes('attic', 'cellar', 1, 3))
    await first.listener.untilSaved(3)
    expect([kinds(second.listener).at(-1), second.listener.places]).toEqual(['aside', []])
  })

  it('makes its boxes again when the store is lost altogether', async () => {
    const [attic, cellar] = [await enter('attic'), await enter('cellar')]
    await fleet.server.stop('SIGKILL')
    rmSync(fleet.store, { recursive: true })
    await fleet.restart()
    await cellar.listener.until(
      () => kinds(cellar.listener).filter((kind) => kind === 'connected').length === 2,
    )
    await attic.listener.until(
      () => kinds(attic.listener).filter((kind) => kind === 'connected').length === 2,
    )
    await fleet.untilBoxes('cellar', ['attic'])
    attic.transport.send('cellar', makeEnvelopes('attic', 'cellar', 1, 5))
    await cellar.listener.untilSaved(5)
    expect(cellar.listener.places).toEqual(upTo(5))
  })

  it('lets a new machine in while all others are there, and the server runs', async () => {
    const [attic, cellar] = [await enter('attic'), await enter('cellar')]
    attic.transport.announce(makePresence())
    const home = (machine: string): string => join(fleet.folder, machine)
    const out = join(fleet.folder, 'shed.invitation')
    await inviteMachine({ home: home('attic'), name: 'shed', out })
    await joinFleet({ home: home('shed'), file: out })
    const before = new TransportListener()
    expect(await tellServer(home('attic'), systemClock)).toBe('told')
    await cellar.listener.until(() => cellar.transport.others.includes('shed'))
    expect(attic.transport.others).toContain('shed')
    expect(fleetFileIn(home('shed'))).toBe(fleet.fileOf('shed'))
    const shed = { transport: await fleet.open('shed', before), listener: before }
    shed.transport.announce(makePresence())
    await cellar.listener.until(() => cellar.listener.presences.some(({ machine }) => machine === 'shed'))
    await fleet.untilBoxes('cellar', ['shed'])
    shed.transport.send('cellar', [makeEnvelope('shed', 'cellar', 1)])
    cellar.transport.send('shed', [makeEnvelope('cellar', 'shed', 1)])
    attic.transport.send('cellar', [makeEnvelope('attic', 'cellar', 1)])
    await cellar.listener.untilSaved(2)
    await shed.listener.untilSaved(1)
    await removeMachine({ home: home('attic'), name: 'shed' })
    expect(await tellServer(home('attic'), systemClock)).toBe('told')
    await shed.listener.until(() => kinds(shed.listener).at(-1) === 'refused')
    cellar.transport.send('attic', [makeEnvelope('cellar', 'attic', 1)])
    await attic.listener.untilSaved(1)
  })
})
