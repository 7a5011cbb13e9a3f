import { afterEach, expect, test, vi } from 'vitest'
import { recallHere, rememberHere } from './local-storage.ts'

/** As much of a browser's storage as is used. */
function storage() {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  }
}

afterEach(() => vi.unstubAllGlobals())

test('each window keeps its own; a new one begins with what the last one had', () => {
  vi.stubGlobal('localStorage', storage())
  const [one, other] = [storage(), storage()]
  vi.stubGlobal('sessionStorage', one)
  rememberHere('panes', 'scout')
  vi.stubGlobal('sessionStorage', other)
  expect(recallHere('panes', null)).toBe('scout')
  rememberHere('panes', 'builder')
  vi.stubGlobal('sessionStorage', one)
  expect(recallHere('panes', null)).toBe('scout')
  vi.stubGlobal('sessionStorage', storage())
  expect(recallHere('panes', null)).toBe('builder')
  expect(recallHere('nothing', 7)).toBe(7)
})
