import type { Mail } from '@playhead/server-kit/mail/mailer.ts'
import { type ReachedLimit, sentenceOf, shareText } from './limit-notices.ts'

interface LimitMail extends ReachedLimit {
  month: Date
  organization: string
  url: string
}

export const limitMail = (to: string, { organization, month, url, ...limit }: LimitMail): Mail => ({
  to,
  subject: `${organization} has used ${shareText(limit)} of its ${limit.subject === 'views' ? 'views' : 'delivery minutes'}`,
  text: `Hello,

this is about the organization ${organization}. ${sentenceOf(limit, month)}

See the usage:
${url}
`,
})
