import type { Mail } from '@playhead/server-kit/mail/mailer.ts'
import type { CapAction } from '../../contract.ts'
import { monthName, type NoticePercent, noticePercents } from '../limits/limit-notices.ts'

/** The highest share of the cap that is reached. */
export const reachedPercent = (cents: number, spentCents: number): NoticePercent | undefined =>
  noticePercents.findLast((percent) => spentCents * 100 >= cents * percent)

const effects: Record<CapAction, string> = {
  notify: 'Nothing is stopped.',
  stop_new:
    'New uploads, assets and live streams are refused until the next month or a higher cap.',
  stop_delivery:
    'Video is no longer delivered, and new uploads, assets and live streams are refused, until the next month or a higher cap.',
}

/** Members see it, too, so it has no amounts. */
export const capSentence = (action: CapAction, percent: NoticePercent, month: Date) =>
  [
    `Your organization has reached ${percent === 100 ? '' : `${percent} % of `}its spending cap for ${monthName(month)}.`,
    ...(percent >= 100 ? [effects[action]] : []),
  ].join(' ')

export const capMail = (
  to: string,
  {
    organization,
    sentence,
    percent,
    url,
  }: { organization: string; sentence: string; percent: NoticePercent; url: string },
): Mail => ({
  to,
  subject: `${organization} has reached ${percent} % of its spending cap`,
  text: `Hello,

this is about the organization ${organization}. ${sentence}

See the costs and the cap:
${url}
`,
})
