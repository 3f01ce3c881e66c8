import type { Mail } from '@playhead/server-kit/mail/mailer.ts'
import { type ReachedLimit, sentenceOf } from './limit-notices.ts'

interface LimitMail extends ReachedLimit {
  month: Date
  organization: string
  url: string
}

export const limitMail = (to: string, { organization, month, url, ...limit }: LimitMail): Mail => ({
  to,
  subject: `${organization} has used ${limit.percent} % of its ${limit.subject === 'views' ? 'views' : 'delivery minutes'}`,
  text: `Hello,

this is about the organization ${organization}. ${sentenceOf(limit, month)}

See the usage:
${url}
`,
})
