import { expect, test } from 'vitest'
import { GroupLooks } from './group-looks.ts'
import type { Member } from './system-processes.ts'

const agents = Array.from({ length: 40 }, (_, n) => n + 1)

test('however many groups are looked at within a second, the processes of the system are read once', () => {
  let [now, reads] = [0, 0]
  const read = (): readonly Member[] => {
    reads += 1
    return agents.flatMap((pid) => [
      { pid, parent: 5000, group: pid, isStopped: pid === 7, cpu: 10 * reads },
      { pid: pid + 1000, parent: pid, group: pid + 1000, isStopped: false, cpu: 1 },
    ])
  }
  const looks = new GroupLooks(() => now, read)
  for (const group of agents) expect(looks.look(group)).toEqual({ isStopped: group === 7, cpu: 11 })
  now = 999
  expect(looks.look(1)?.cpu).toBe(11)
  expect(looks.look(99)).toBeNull()
  expect(reads).toBe(1)
  now = 1000
  for (const group of agents) expect(looks.look(group)?.cpu).toBe(21)
  expect(reads).toBe(2)
})

test('where the system tells nothing, nobody knows', () => {
  expect(
    new GroupLooks(
      () => 0,
      () => null,
    ).look(1),
  ).toBeNull()
})
