import type { Mail } from '@playhead/server-kit/mail/mailer.ts'
import { mailOfMessages } from '@playhead/server-kit/messages/mail-of-messages.ts'
import type { Message } from '@playhead/server-kit/messages/message.ts'
import { areOfOneRule, messageOf, titleOfAll } from './describe-notice.ts'
import type { Notice } from './notice.ts'

export const messagesOf = ([first, ...others]: readonly [Notice, ...Notice[]]): [
  Message,
  ...Message[],
] => [messageOf(first), ...others.map(messageOf)]

/** Several notices are groups of one rule, or a digest: too many came within an hour. */
export const mailOfNotices = (to: string, notices: readonly [Notice, ...Notice[]]): Mail => {
  const [first] = notices
  const messages = messagesOf(notices)
  if (notices.length === 1) return mailOfMessages(to, messages)
  if (areOfOneRule(notices)) return mailOfMessages(to, messages, { subject: titleOfAll(notices) })
  return mailOfMessages(to, messages, {
    subject: `${notices.length} messages about incidents of ${first.environment.name}`,
    intro:
      'Playhead sends up to five mails an hour about incidents, and five more about alerts. The rest goes in one mail.',
  })
}
