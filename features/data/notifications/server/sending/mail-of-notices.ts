import type { Mail } from '@playhead/server-kit/mail/mailer.ts'
import { areOfOneRule, factsOf, sentenceOf, titleOf, titleOfAll } from './describe-notice.ts'
import type { Notice } from './notice.ts'

const textOf = (notice: Notice) =>
  [
    titleOf(notice),
    '',
    sentenceOf(notice),
    '',
    ...factsOf(notice).map(({ label, text }) => `${label}: ${text}`),
    '',
    notice.url,
  ].join('\n')

/** Several notices are groups of one rule, or a digest: too many came within an hour. */
export const mailOfNotices = (to: string, notices: readonly [Notice, ...Notice[]]): Mail => {
  const [first] = notices
  const body = notices.map(textOf).join('\n\n----\n\n')
  if (notices.length === 1) return { to, subject: titleOf(first), text: `${body}\n` }
  if (areOfOneRule(notices)) return { to, subject: titleOfAll(notices), text: `${body}\n` }
  return {
    to,
    subject: `${notices.length} messages about incidents of ${first.environment.name}`,
    text: `Playhead sends five mails an hour about incidents, and the rest in one mail.\n\n${body}\n`,
  }
}
