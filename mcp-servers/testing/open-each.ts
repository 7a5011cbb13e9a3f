import { afterEach, beforeEach } from 'vitest'

/** Opens something again before each test of a file, and closes it after. */
export function openEach<T extends { open(): Promise<void>; close(): Promise<void> }>(one: T): T {
  beforeEach(() => one.open())
  afterEach(() => one.close())
  return one
}
