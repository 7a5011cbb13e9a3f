import { afterEach, beforeEach } from 'vitest'

export function openEach<T extends { open(): Promise<void>; close(): Promise<void> }>(one: T): T {
  beforeEach(() => one.open())
  afterEach(() => one.close())
  return one
}
