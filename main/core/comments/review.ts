import { commentLimits, type Review } from '../../contract/folders/line-comments.ts'
import type { MessageId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'

export const afterSending = ({ sent }: Review, message: MessageId): Partial<Review> => ({
  pending: [],
  sent: [...sent, message].slice(-commentLimits.sent),
})

export const afterWithdrawal = (
  { pending, sent }: Review,
  { id, comments = [] }: Pick<Message, 'id' | 'comments'>,
): Partial<Review> => ({
  pending: [...comments, ...pending],
  sent: sent.filter((one) => one !== id),
})
