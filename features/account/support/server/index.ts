import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { support } from '../contract.ts'
import { sendSupportMail } from './send-support-mail.ts'

export const supportServer = feature('support', {
  endpoints: [implement(support, { create: sendSupportMail })],
})
