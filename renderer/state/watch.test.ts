import { expect, test } from 'vitest'
import { pause, watch } from './watch.ts'

/** A watcher whose visibility, answers and timer the test controls. */
function looking() {
  const due: (() => void)[] = []
  const log: string[] = []
  const answers: PromiseWithResolvers<string>[] = []
  const place = { isSeen: true }
  const leave = watch<string>({
    look: () => {
      log.push('look')
      const answer = Promise.withResolvers<string>()
      answers.push(answer)
      return answer.promise
    },
    told: (seen) => void log.push(seen),
    failed: (error) => void log.push(String(error)),
    isSeen: () => place.isSeen,
    after: (ms, run) => {
      log.push(ms === pause ? 'pause' : String(ms))
      due.push(run)
      return () => void due.splice(due.indexOf(run), 1)
    },
  })
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  return { due, log, answers, place, leave, settled }
}

test('one look follows the answer to the one before, and never overlaps it', async () => {
  const { due, log, answers, settled } = looking()
  expect([log, due.length]).toEqual([['look'], 0])
  answers[0]?.resolve('3 run')
  await settled()
  expect(log).toEqual(['look', '3 run', 'pause'])
  due.shift()?.()
  answers[1]?.reject('gone')
  await settled()
  expect(log.slice(3)).toEqual(['look', 'gone', 'pause'])
})

test('when it is closed nothing is measured any more, and an answer on its way is not shown', async () => {
  const { due, log, answers, leave, settled } = looking()
  answers[0]?.resolve('3 run')
  await settled()
  due[0]?.()
  leave()
  answers[1]?.resolve('4 run')
  await settled()
  expect(log).toEqual(['look', '3 run', 'pause', 'look'])
})

test('closed between two looks, the next one is called off', async () => {
  const { due, answers, leave, settled } = looking()
  answers[0]?.resolve('3 run')
  await settled()
  leave()
  expect(due).toEqual([])
})

test('in a window that nobody sees nothing is measured, and later it goes on', async () => {
  const { due, log, answers, place, settled } = looking()
  answers[0]?.resolve('3 run')
  await settled()
  place.isSeen = false
  due.shift()?.()
  await settled()
  expect(log.slice(3)).toEqual(['pause'])
  place.isSeen = true
  due.shift()?.()
  expect(log.slice(4)).toEqual(['look'])
})
