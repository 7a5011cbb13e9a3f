import type { MessageId } from '../../main/contract/model.ts'
import type { Fate } from './fate.ts'
import { useMirrorList } from './store.ts'

/** What main has told of messages since the last snapshot, each in its place. What rows say of them may be older. */
export const useFates = (sent: readonly { readonly message: MessageId }[]): readonly (Fate | undefined)[] =>
  useMirrorList((now) => sent.map(({ message }) => now.fates[message]))
