/** Runs the demo model in a process of its own, controlled by IPC. */
import { startRehearsal } from '../main/adapters/rehearsal/testing/watched-model.ts'
import { lastWords, type FromModel, type ToModel } from './model-elsewhere.ts'

const tell = (message: FromModel): void => void process.send?.(message)
/** Converts this process's `performance.now()` to the shared clock, in ms. */
const shared = (at: number): number => Number(process.hrtime.bigint()) / 1e6 - performance.now() + at

const model = await startRehearsal()
model.onRequest((body, { at }) => tell({ is: 'asked', words: lastWords(body), at: shared(at) }))
process.on('disconnect', () => process.exit())
process.on('message', ({ does, gate }: ToModel) => {
  if (does === 'hold') void model.held(gate).then(() => tell({ is: 'held', gate }))
  else {
    const at = shared(performance.now())
    model.release(gate)
    tell({ is: 'released', gate, at })
  }
})
tell({ is: 'ready', url: model.url })
