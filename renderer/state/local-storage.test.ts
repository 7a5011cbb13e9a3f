import { afterEach, expect, test, vi } from 'vitest'
import { recallInWindow, rememberInWindow } from './local-storage.ts'

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
  rememberInWindow('panes', 'scout')
  vi.stubGlobal('sessionStorage', other)
  expect(recallInWindow('panes', null)).toBe('scout')
  rememberInWindow('panes', 'builder')
  vi.stubGlobal('sessionStorage', one)
  expect(recallInWindow('panes', null)).toBe('scout')
  vi.stubGlobal('sessionStorage', storage())
  expect(recallInWindow('panes', null)).toBe('builder')
  expect(recallInWindow('nothing', 7)).toBe(7)
})
