import { commentLimits, type Review } from '../../contract/folders/line-comments.ts'
import type { MessageId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'

/** What is left once a message has brought all comments that waited. */
export const afterSending = ({ sent }: Review, message: MessageId): Partial<Review> => ({
  pending: [],
  sent: [...sent, message].slice(-commentLimits.sent),
})

/** The comments of a message that the user takes back before it is read wait again. */
export const afterWithdrawal = (
  { pending, sent }: Review,
  { id, comments = [] }: Pick<Message, 'id' | 'comments'>,
): Partial<Review> => ({
  pending: [...comments, ...pending],
  sent: sent.filter((one) => one !== id),
})
